import { type Command, Option } from 'commander';
import { type Diagnosis, diagnose, type GivenBindings } from '../diff/index.ts';
import { findConfig } from './find-config.ts';
import { observeRange } from './observe-range.ts';
import { passSource } from './pass-source.ts';
import type { Question } from './question.ts';
import type { Surroundings } from './surroundings.ts';
import type { Window } from './window.ts';
import { addWindowOptions } from './window-options.ts';

/** The flags of the commands that say why. */
export interface DiagnosisOptions {
  readonly since?: string;
  readonly until?: string;
  readonly controlPlane: readonly string[];
  readonly config?: string;
}

/** Adds the window and what the control plane runs on. */
export function addDiagnosisOptions(command: Command): Command {
  return addWindowOptions(command)
    .addOption(
      new Option(
        '--control-plane <PATTERN>',
        'a container that the control plane runs on, e.g. "postgres*"; may be repeated',
      )
        .default([], 'those of the config')
        .argParser((pattern: string, before: string[]) => [...before, pattern]),
    )
    .option('--config <FILE>', 'a YAML file, else $ROSTER_HISTORY_CONFIG');
}

/** What is known of a mesh besides what is recorded. */
export interface MeshCircumstances {
  /** Patterns of the containers that the control plane runs on. */
  readonly controlPlane: readonly string[];
  /** What containers bind though that does not show. */
  readonly binds: GivenBindings;
}

/** What flags and config say of a mesh; of the control plane, the flags alone where there are any. */
export async function circumstancesOf(
  { config: named, controlPlane }: Pick<DiagnosisOptions, 'config' | 'controlPlane'>,
  { env }: Surroundings,
): Promise<MeshCircumstances> {
  const config = await findConfig(named, env);
  return {
    controlPlane: controlPlane.length > 0 ? controlPlane : (config?.controlPlane ?? []),
    binds: config?.binds ?? new Map(),
  };
}

/** The patterns of the control plane: those given, else those of the config. */
export async function controlPlaneOf(
  options: DiagnosisOptions,
  surroundings: Surroundings,
): Promise<readonly string[]> {
  if (options.controlPlane.length > 0) return options.controlPlane;
  return (await circumstancesOf(options, surroundings)).controlPlane;
}

/** Diagnoses a window of the history. */
export function diagnoseWindow(
  window: Omit<Window, 'words'>,
  controlPlane: readonly string[],
  question: Question,
): Diagnosis {
  const { source } = passSource(window, question);
  const { observations, observed } = observeRange(window.range, question);
  return diagnose(source, { observations, observed, controlPlane });
}
