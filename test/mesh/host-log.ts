import type { Deed } from './host-agent.ts';

/** How a host log can write its times: the clock alone, RFC 3339, or as syslog does (RFC 3164). All in UTC+02:00. */
export type HostLogForm = 'clock' | 'rfc3339' | 'syslog';

const offsetMs = 2 * 3_600_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An instant in RFC 3339 to the second, in UTC+02:00. */
export function instantText(at: number): string {
  return `${new Date(at + offsetMs).toISOString().slice(0, 19)}+02:00`;
}

/** The log of one node's agent: a line for each container that it replaced, in the order of time. */
export function hostLogText(deeds: readonly Deed[], form: HostLogForm): string {
  return deeds
    .filter(({ kind }) => kind === 'replaced')
    .map((deed) => `${lineOf(deed, form)}\n`)
    .join('');
}

function lineOf({ node, container, at }: Deed, form: HostLogForm): string {
  const [module, name] = container.split('/');
  const tag = form === 'syslog' ? 'mesh-agent[734]' : 'mesh-agent';
  const words = `updated ${name} (${module}): replaced; a container's configuration is fixed when it is created`;
  return `${timeOf(at, form)} ${node} ${tag}: ${words}`;
}

function timeOf(at: number, form: HostLogForm): string {
  const instant = instantText(at);
  const clock = instant.slice(11, 19);
  if (form === 'rfc3339') return instant;
  if (form === 'clock') return clock;
  const local = new Date(at + offsetMs);
  return `${months[local.getUTCMonth()]} ${String(local.getUTCDate()).padStart(2)} ${clock}`;
}
