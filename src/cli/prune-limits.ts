import { defaultRetention, type RetentionLimits } from '../history/index.ts';
import { findConfig } from './find-config.ts';
import { lengthOption, sizeOption } from './length-options.ts';
import type { LimitOptions } from './prune-command.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';

/** The limits that are in force: those of the flags alone, else those of the config, else a year and a gibibyte. Throws {@link UserError}. */
export async function limitsInForce(options: LimitOptions, { env }: Surroundings): Promise<RetentionLimits> {
  const { keepFor, keepPasses, maxSize } = options;
  if (keepFor !== undefined || keepPasses !== undefined || maxSize !== undefined) {
    return {
      keepForMs: lengthOption('--keep-for', keepFor) ?? null,
      keepPasses: passesOption(keepPasses) ?? null,
      maxBytes: sizeOption('--max-size', maxSize) ?? null,
    };
  }
  return (await findConfig(options.config, env))?.retention ?? defaultRetention;
}

function passesOption(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UserError(`--keep-passes "${text}" is no count: expected a whole number from 1`, {
    hint: '--keep-passes 10000',
  });
}
