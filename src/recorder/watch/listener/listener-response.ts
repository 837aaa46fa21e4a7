import type { IncomingMessage } from 'node:http';
import type { Answer } from './listener-answer.ts';

/** How long a sender who is answered early may go on sending before the connection is closed under it. */
const lingerMs = 500;

/** An answer as a response: JSON with a line break at its end, fit for a terminal. */
export function writeAnswer({ status, body, headers }: Answer, incoming: IncomingMessage): Response {
  const bytes = new TextEncoder().encode(`${JSON.stringify(body)}\n`);
  const early = expectsBody(incoming) && !incoming.complete;
  return new Response(early ? lingering(bytes, incoming) : bytes, {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      ...(early ? { connection: 'close' } : {}),
    },
  });
}

function expectsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The bytes at once, and their end when the sender has ended or its time is up; what it sends meanwhile is dropped. To close
 * a connection with something unread in it resets it, and a sender may never see the answer (RFC 9112 §9.6).
 */
function lingering(bytes: Uint8Array, incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let ended = false;
  let timer: NodeJS.Timeout;
  const endOnce = (end: () => void) => {
    if (!ended) end();
    ended = true;
    clearTimeout(timer);
  };
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      const end = () => endOnce(() => controller.close());
      timer = setTimeout(end, lingerMs);
      incoming.on('end', end).on('close', end).on('error', end).resume();
    },
    cancel: () => endOnce(() => {}),
  });
}
