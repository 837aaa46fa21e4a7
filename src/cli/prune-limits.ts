import { defaultRetention, type RetentionLimits } from '../history/index.ts';
import { findConfig } from './find-config.ts';
import { lengthOption, sizeOption } from './length-options.ts';
import type { LimitOptions } from './prune-command.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';

/** The limits that are in force: those of the flags alone, else those of the config, else a year and a gibibyte. Throws {@link UserError}. */
export async function limitsInForce(options: LimitOptions, { env }: Surroundings): Promise<RetentionLimits> {
  if (areGiven(options)) {
    const { keepFor, keepPasses, maxSize } = options;
    return {
      keepForMs: keepFor === 'forever' ? null : (lengthOption('--keep-for', keepFor, '90d') ?? null),
      keepPasses: passesOption(keepPasses) ?? null,
      maxBytes: maxSize === 'unlimited' ? null : (sizeOption('--max-size', maxSize, '1GiB') ?? null),
    };
  }
  return (await findConfig(options.config, env))?.retention ?? defaultRetention;
}

/** Whether flags say anything of limits. */
export function areGiven({ keepFor, keepPasses, maxSize }: LimitOptions): boolean {
  return keepFor !== undefined || keepPasses !== undefined || maxSize !== undefined;
}

function passesOption(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UserError(`--keep-passes "${text}" is no count: expected a whole number from 1`, {
    hint: '--keep-passes 10000',
  });
}
