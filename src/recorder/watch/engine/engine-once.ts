import { SourceError } from '../source-error.ts';
import { type EngineApiSettings, openEngineApi } from './engine-api.ts';
import { EngineFault } from './engine-fault.ts';
import { type EngineListing, listEngine } from './engine-listing.ts';

/** Looks at all containers of an engine once. Rejects with a {@link SourceError} where it does not tell of them. */
export async function lookAtEngine(settings: EngineApiSettings): Promise<EngineListing> {
  const api = await openEngineApi(settings);
  try {
    return await listEngine(api, settings);
  } catch (fault) {
    throw fault instanceof EngineFault ? new SourceError(fault.message, { cause: fault }) : fault;
  } finally {
    await api.close();
  }
}
