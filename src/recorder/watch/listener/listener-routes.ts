import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Circumstances } from '../../../formats/index.ts';
import { StoreError } from '../../../history/index.ts';
import { textOf } from '../../source-file.ts';
import { BodyFault, type BodyFaultKind, decodeBody, readBody, tooLarge } from '../bounded-body.ts';
import type { Feed } from '../feed.ts';
import { type Answer, answerOf, faultJson } from './listener-answer.ts';
import { ParameterFault, parsePushParameters } from './listener-parameters.ts';
import { writeAnswer } from './listener-response.ts';
import { bearsToken } from './listener-token.ts';

/** How pushes are taken. */
export interface PushSettings {
  /** What whoever pushes must bear; null lets everybody push who can connect. */
  readonly token: string | null;
  readonly sizeLimitBytes: number;
  /** How long a body may say nothing. */
  readonly idleMs: number;
  /** What is known of every document that is pushed. A push may say otherwise. */
  readonly circumstances?: Circumstances;
  /** The format to read with; recognised from the content where it is not named. */
  readonly format?: string;
}

type Bindings = { Bindings: HttpBindings };

const routes = ['POST /passes', 'GET /healthz'];
const retryAfterSeconds = 5;

const bodyStatus: Readonly<Record<BodyFaultKind, number>> = {
  'too-large': 413,
  stalled: 408,
  'broken-off': 400,
  undecodable: 400,
  'unknown-encoding': 400,
};

/** `curl --form` sends a document in the middle of others. */
const severalParts: Answer = {
  status: 415,
  body: {
    error: 'the body is a form of several parts: expected the document itself',
    hint: 'curl --data-binary @FILE …',
    recorded: [],
  },
};

/** Adds the routes of a listener to an application: every answer is JSON, and no request can end it. */
export function addPushRoutes(app: Hono<Bindings>, label: string, settings: PushSettings, feed: Feed): void {
  const { token } = settings;
  for (const path of ['/', '/passes']) {
    app.post(path, async ({ env: { incoming, outgoing }, req }) => {
      if (token !== null && !bearsToken(incoming.headers.authorization, token)) {
        return writeAnswer(unauthorized(incoming.headers.authorization !== undefined), incoming);
      }
      return writeAnswer(await push(new URL(req.url).searchParams, incoming, outgoing), incoming);
    });
    app.all(path, (context) => notAllowed(context, 'POST'));
  }
  app.get('/healthz', ({ env }) => writeAnswer({ status: 200, body: { ok: true } }, env.incoming));
  app.all('/healthz', (context) => notAllowed(context, 'GET, HEAD'));
  app.notFound(({ env: { incoming }, req }) =>
    writeAnswer({ status: 404, body: { error: `no route ${JSON.stringify(req.path)}`, routes } }, incoming),
  );
  app.onError((fault, { env: { incoming } }) => {
    feed.notice(`a push could not be answered: ${fault.message}`);
    return writeAnswer({ status: 500, body: { error: fault.message } }, incoming);
  });

  async function push(
    query: URLSearchParams,
    incoming: HttpBindings['incoming'],
    outgoing: HttpBindings['outgoing'],
  ): Promise<Answer> {
    try {
      const { circumstances, format } = parsePushParameters(
        query,
        namedHeaders(incoming.rawHeaders),
        settings.format ?? null,
      );
      if (/^multipart\//i.test(incoming.headers['content-type'] ?? '')) return severalParts;
      const read = await readText(incoming, outgoing);
      const recorded = await feed.deliver({
        label,
        ...read,
        error: null,
        circumstances: { ...settings.circumstances, ...circumstances },
        ...(format === null ? {} : { format }),
      });
      return answerOf(recorded, (circumstances.exitStatus ?? 0) !== 0);
    } catch (fault) {
      return faultAnswer(fault);
    }
  }

  async function readText(
    incoming: HttpBindings['incoming'],
    outgoing: HttpBindings['outgoing'],
  ): Promise<ReturnType<typeof textOf>> {
    const { sizeLimitBytes: limitBytes, idleMs } = settings;
    if (Number(incoming.headers['content-length']) > limitBytes) {
      throw tooLarge(limitBytes);
    }
    // whoever waits to be told so has sent nothing yet: what was refused above was never sent
    if (incoming.headers.expect !== undefined) outgoing.writeContinue();
    const bytes = await readBody(incoming, { limitBytes, idleMs });
    return textOf(await decodeBody(bytes, incoming.headers['content-encoding'], limitBytes));
  }
}

function unauthorized(isWrong: boolean): Answer {
  const error = isWrong ? 'the token is wrong' : 'a token is needed';
  const challenge = isWrong ? ', error="invalid_token"' : '';
  return {
    status: 401,
    body: { error, hint: 'curl --header "Authorization: Bearer $TOKEN" …' },
    headers: { 'www-authenticate': `Bearer realm="roster-history"${challenge}` },
  };
}

function notAllowed({ env: { incoming }, req }: Context<Bindings>, allow: string): Response {
  const error = `${req.method} is not for ${JSON.stringify(req.path)}: expected ${allow}`;
  return writeAnswer({ status: 405, body: { error, routes }, headers: { allow } }, incoming);
}

function faultAnswer(fault: unknown): Answer {
  if (fault instanceof ParameterFault) return { status: 400, body: { error: fault.message } };
  if (fault instanceof BodyFault) {
    // nothing of it reached the recorder
    return { status: bodyStatus[fault.kind], body: { ...faultJson(fault), recorded: [] } };
  }
  if (!(fault instanceof StoreError)) throw fault;
  return { status: 503, body: faultJson(fault), headers: { 'retry-after': String(retryAfterSeconds) } };
}

function* namedHeaders(raw: readonly string[]): Generator<readonly [string, string]> {
  for (let index = 0; index + 1 < raw.length; index += 2) {
    yield [(raw[index] as string).toLowerCase(), raw[index + 1] as string];
  }
}
