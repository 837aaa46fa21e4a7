import type { JsonataError } from 'jsonata';
import { mappingFault } from './mapped-fault.ts';
import { mappingRegexClass } from './mapped-regex.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** What the evaluation of one mapping may take. */
export interface MappingLimits {
  readonly timeMs: number;
  /** Calls within calls, and the keys of one object that is grouped, which are worked on side by side and count the same. */
  readonly depth: number;
  readonly listLength: number;
  /** Elements of all lists that are made on the way: a thousand containers with six thousand names each take ten million. */
  readonly made: number;
}

const mappingLimits: MappingLimits = { timeMs: 10_000, depth: 50_000, listLength: 1_000_000, made: 50_000_000 };

const exitCallback = Symbol.for('jsonata.__evaluate_exit');

/**
 * Evaluates a JSONata expression, which can reach nothing but the value. Throws {@link UnreadableInput} where it has a fault,
 * and where it exceeds a limit: one that calls itself without end takes less than a gigabyte until then.
 */
export async function evaluateMapping(expression: string, value: unknown, limits = mappingLimits): Promise<unknown> {
  const [{ default: jsonata }, re2] = await Promise.all([import('jsonata'), import('re2js')]);
  try {
    const compiled = jsonata(expression, {
      timeout: limits.timeMs,
      stack: limits.depth,
      sequence: limits.listLength,
      // JSONata calls it with a RegExp and nothing else
      RegexEngine: mappingRegexClass(re2) as unknown as RegExpConstructor,
    });
    let made = 0;
    const countMade = (...[, , , result]: [unknown, unknown, unknown, unknown]): void => {
      made += Array.isArray(result) ? result.length : 0;
      if (made > limits.made) throw mappingFault({ code: 'made', value: limits.made }, expression);
    };
    // the types know only names that are texts; JSONata looks this one up by its symbol
    compiled.assign(exitCallback as unknown as string, countMade);
    return await compiled.evaluate(value);
  } catch (fault) {
    if (fault instanceof UnreadableInput) throw fault;
    // JSONata's own errors, and what JavaScript throws of texts and calls that are too many
    throw mappingFault(fault as Partial<JsonataError>, expression);
  }
}

/** Throws {@link UnreadableInput} where a text is no JSONata expression, without evaluating it. */
export async function expectMapping(expression: string): Promise<void> {
  const { default: jsonata } = await import('jsonata');
  try {
    jsonata(expression);
  } catch (fault) {
    throw mappingFault(fault as Partial<JsonataError>, expression);
  }
}
