import * as z from 'zod/mini';
import { type Container, containerId, type JsonObject, specOf } from '../roster/index.ts';
import type { HostsReader } from './hosts-reader.ts';
import { filledText, findShapeFault, listOrMap, objectWith, text } from './shape.ts';

const containerKeys = objectWith({ name: filledText, module: z.nullish(text), hosts: listOrMap });

/** The last three change on every pass. */
const keysOutsideSpec = ['name', 'module', 'hosts', 'pass', 'at', 'trigger'];

/** One element of `containers`, or what is wrong with it. */
export type ReadContainer = { readonly container: Container } | { readonly fault: string };

/** Reads one element of `containers`. Every key that is not its name, its module or its hosts list belongs to the spec. */
export function readContainer(value: unknown, reader: HostsReader): ReadContainer {
  const fault = findShapeFault(containerKeys, value);
  if (fault !== null) return { fault };
  const given = value as JsonObject & z.infer<typeof containerKeys>;
  const spec = Object.fromEntries(
    Object.entries<JsonObject[string]>(given).filter(([key]) => !keysOutsideSpec.includes(key)),
  );
  return {
    container: {
      id: containerId(given.module ?? null, given.name),
      hosts: reader.readHosts(given.hosts),
      spec: specOf(spec),
      engine: null,
    },
  };
}
