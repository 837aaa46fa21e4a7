import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { isJsonObject, type Json } from '../roster/index.ts';
import { deepestNesting, nestedTooDeeply } from './most-parts.ts';
import { placeIn, UnreadableInput } from './unreadable-input.ts';
import { yamlValue } from './yaml-value.ts';

/** Most inputs are no YAML and need not wait for its parser, and a reader cannot await one. */
const requireHere = createRequire(import.meta.url);

/** A thousand services with four hundred lines each have as many. Each takes a hundred times what it takes in JSON. */
const mostTokens = 2 ** 21;

/**
 * Parses YAML 1.2 into JSON values: merge keys are followed, a key is its text, and a time or a number that JSON cannot
 * hold stays a text. A value tagged `!reset` is left out with its key, as compose leaves it out. Several Kubernetes
 * objects come as one `List`. Undefined where the text holds no document. Throws {@link UnreadableInput} with line and
 * column. Linear in the text and in what its aliases repeat, of which there may be no more than a bound.
 */
export function parseYaml(text: string): Json | undefined {
  const yaml = requireHere('yaml') as typeof Yaml;
  const documents = composedDocuments(yaml, text);
  for (const { errors } of documents) if (errors[0]) throw unreadableYaml(text, errors[0]);
  const values = documents.map((document) => yamlValue(yaml, document, text)).filter((value) => value !== null);
  return values.length < 2 ? values[0] : listOf(values);
}

function composedDocuments(yaml: typeof Yaml, text: string): Yaml.Document.Parsed[] {
  const tokens = tokensOf(yaml, text);
  for (const token of tokens) refuseDeepToken(token);
  const composer = new yaml.Composer<Yaml.ParsedNode>({
    schema: 'core',
    resolveKnownTags: false,
    // comparing each key with each before it takes seconds; they are compared where they become an object
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  let first: UnreadableInput | null = null;
  // a text that is no YAML has as many faults as characters, and each would be kept; what is thrown here comes back as another
  Object.assign(composer, {
    onError(source: FaultSource, code: string, message: string, isWarning?: boolean) {
      if (isWarning) return;
      first ??= unreadableYaml(text, { code, message, pos: [offsetOf(source)] });
      throw first;
    },
  });
  return [...composer.compose(tokens)] as Yaml.Document.Parsed[];
}

function tokensOf(yaml: typeof Yaml, text: string): Yaml.CST.Token[] {
  const parser = new yaml.Parser();
  const tokens: Yaml.CST.Token[] = [];
  let depth = 0;
  let inLine = 0;
  let count = 0;
  for (const lexeme of new yaml.Lexer().lex(text)) {
    const type = yaml.CST.tokenType(lexeme);
    if (type === 'flow-seq-start' || type === 'flow-map-start') depth += 1;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') depth -= 1;
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind') inLine += 1;
    else if (type === 'newline') inLine = 0;
    // before the parser builds it, for that takes its time, and dies, and the program with it, of a text that is nested without end
    if (Math.max(depth, inLine) > deepestNesting) throw nestedTooDeeply();
    count += 1;
    if (count > mostTokens) throw tooManyTokens();
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  return [...tokens, ...parser.end()];
}

function refuseDeepToken(token: Yaml.CST.Token): void {
  let level: (Yaml.CST.Token | null | undefined)[] = [token];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestNesting + 1) throw nestedTooDeeply();
    level = level.flatMap((one) => {
      if (one?.type === 'document') return [one.value];
      return one && 'items' in one ? one.items.flatMap(({ key, value }) => [key, value]) : [];
    });
  }
}

/** Several documents are one where each is a Kubernetes object by itself: nobody else writes them so. */
function listOf(values: readonly Json[]): Json {
  const isSingleObject = (value: Json): boolean =>
    isJsonObject(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    !value.kind.endsWith('List');
  if (values.every(isSingleObject)) return { apiVersion: 'v1', kind: 'List', items: values };
  throw new UnreadableInput(`${values.length} YAML documents: expected one, or several Kubernetes objects`, {
    hint: 'record each by itself; several nodes of one pass stand under "nodes" of one document',
  });
}

/** What the composer's listener is given: a place, a range, or a token or node that has one. */
type FaultSource = number | readonly number[] | { readonly offset?: number; readonly range?: readonly number[] };

function offsetOf(source: FaultSource): number {
  if (typeof source === 'number') return source;
  if (!('range' in source || 'offset' in source)) return (source as readonly number[])[0] ?? 0;
  return source.offset ?? source.range?.[0] ?? 0;
}

interface YamlFault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly number[];
}

function unreadableYaml(text: string, { code, message, pos }: YamlFault): UnreadableInput {
  if (code === 'RESOURCE_EXHAUSTION') return nestedTooDeeply();
  // what follows quotes the text, which may be a secret
  const words = message.replace(/: .*/s, '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
  return new UnreadableInput(`not valid YAML: ${words}`, { place: placeIn(text, pos[0] ?? 0) });
}

function tooManyTokens(): UnreadableInput {
  return new UnreadableInput(`more YAML than can be read: expected at most ${mostTokens} words and marks`, {
    hint: 'record it as JSON',
  });
}
