import type fc from 'fast-check';
import { formats, mapText, observationFormats, type ReadInput, readInput } from '../../src/formats/index.ts';
import { composeDocument, foreignDocument, podsDocument } from './cluster-documents.ts';
import { inspectDocument, serviceDocument } from './engine-documents.ts';
import { documentTexts, lineTexts } from './input-texts.ts';
import { eventsText, hostsText, logText } from './line-texts.ts';
import { listedNames } from './listed-names.ts';
import { meshDocument, rosterDocument } from './mesh-documents.ts';

/** One format with inputs near it, and how they are read. */
export interface FuzzedFormat {
  readonly name: string;
  readonly texts: fc.Arbitrary<string>;
  /** Reads a text, of a named format or not. Gives the text that was really read beside it: a mapping makes another one. */
  read(text: string, named: boolean): Promise<{ readonly text: string; readonly read: () => ReadInput }>;
  listed(text: string): readonly string[];
}

/** The present, as the reader of a log needs it: 2026-09-29T21:15:00Z. */
const now = Date.UTC(2026, 8, 29, 21, 15);

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  mesh: documentTexts(meshDocument, 'either'),
  'roster-json': documentTexts(rosterDocument, 'either'),
  'docker-inspect': documentTexts(inspectDocument, 'json'),
  'swarm-service': documentTexts(serviceDocument, 'json'),
  'kubernetes-pods': documentTexts(podsDocument, 'either'),
  compose: documentTexts(composeDocument, 'either'),
  hosts: lineTexts(hostsText),
  'docker-events': lineTexts(eventsText),
  'host-log': lineTexts(logText),
};

const expressions = [
  '{"nodes": [machines.{"node": host, "containers": services.{"name": title, "image": image, "env": env, "hosts": $$.catalogue.(name & ":" & ip)}}]}',
  '{"roster": catalogue.{"name": name, "address": $split(ip, ",")}, "nodes": []}',
  '{"node": machines[0].host, "containers": [machines.services.{"name": $uppercase(title), "hosts": $merge($$.catalogue.{name: ip})}]}',
  '$',
  '{"pass": $string($sum(machines.$length(host))), "nodes": machines ~> $map(function($m) {{"node": $m.host, "outcome": "skipped"}})}',
];

/** Every format that there is, each of which has inputs of its own. Throws where one has none. */
export const fuzzedFormats: readonly FuzzedFormat[] = [
  ...[...formats, ...observationFormats].map(({ name }): FuzzedFormat => {
    const own = texts[name];
    if (!own) throw new Error(`no inputs for the format "${name}"`);
    return {
      name,
      texts: own,
      listed: listedNames[name] ?? (() => []),
      async read(text, named) {
        const circumstances = { now, readWall: (wall: string, limit: number) => wallTime(wall, limit) };
        return { text, read: () => readInput(text, circumstances, named ? name : undefined) };
      },
    };
  }),
  {
    name: 'mapped',
    texts: documentTexts(foreignDocument, 'either'),
    listed: listedNames.mesh as FuzzedFormat['listed'],
    async read(text) {
      const expression = expressions[text.length % expressions.length] as string;
      try {
        const mapped = await mapText(text, expression);
        return { text: mapped, read: () => readInput(mapped, {}, 'mesh') };
      } catch (error) {
        return {
          text,
          read: () => {
            throw error;
          },
        };
      }
    },
  },
];

/** The last instant at or before a limit at which a clock in UTC showed a wall time. */
function wallTime(wall: string, limit: number): number | null {
  const dated = /^\d{4}-/.test(wall) ? wall : `${new Date(limit).toISOString().slice(0, 10)} ${wall}`;
  const at = Date.parse(`${dated.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? null : at > limit ? at - 86_400_000 : at;
}
