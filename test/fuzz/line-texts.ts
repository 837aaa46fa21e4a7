import fc from 'fast-check';
import { edited } from './edits.ts';
import { anyAddress, anyName, someOf } from './entry-values.ts';
import { hostileText } from './hostile-values.ts';
import { jsonOf } from './written.ts';

const blanks = fc.constantFrom(' ', '\t', '  ', '\u00a0', ' \t ');
const ending = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\n \n', '\u0000\n', '');

const hostsLine = fc
  .tuple(anyAddress, fc.array(fc.tuple(blanks, anyName), { maxLength: 4 }), fc.constantFrom('', '', ' # x', '#'))
  .map(([address, names, comment]) => address + names.flat().join('') + comment);

/** Hosts files, with lines that are none. */
export const hostsText: fc.Arbitrary<string> = lines(
  fc.oneof({ weight: 6, arbitrary: hostsLine }, { weight: 1, arbitrary: hostileText }),
);

const time = fc.constantFrom(
  ...['22:46:03 ', '[22:46] ', '2026-09-29T22:46:03+02:00 ', '2026-09-29 22:46:03,123 ', 'Sep  9 22:46:03 novox '],
  ...['2026-09-31T25:61:61Z ', '9999-12-31T23:59:59Z ', '', '-0001-01-01T00:00:00Z ', '24:00:00 '],
);
const container = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('postgres.server (mesh-store)', 'mesh-store/postgres.server', 'web', '__proto__'),
  },
  { weight: 1, arbitrary: hostileText },
);
const told = fc
  .tuple(
    time,
    fc.constantFrom('agent[1]: ', 'novox agent: ', ''),
    container,
    fc.constantFrom('replaced', 'recreated', 'kept'),
  )
  .map(([at, who, what, how]) => `${at}${who}updated ${what}: ${how}`);
const journald = fc
  .tuple(told, fc.constantFrom('1790000000000000', '9'.repeat(19), '-1', 'NaN', '1e9'))
  .map(([message, at]) => JSON.stringify({ __REALTIME_TIMESTAMP: at, MESSAGE: message, _HOSTNAME: 'novox' }));

/** The log of a host agent, in each form of time, with lines that are none. */
export const logText: fc.Arbitrary<string> = lines(
  fc.oneof({ weight: 5, arbitrary: told }, { weight: 2, arbitrary: journald }, { weight: 1, arbitrary: hostileText }),
);

const event = someOf({
  Type: fc.constantFrom('container', 'container', 'network'),
  Action: fc.oneof(fc.constantFrom('create', 'start', 'die', 'destroy', 'died', 'toString', '__proto__'), hostileText),
  status: fc.constantFrom('remove'),
  Actor: someOf({
    ID: fc.oneof(fc.constantFrom('a'.repeat(64)), hostileText),
    Attributes: someOf({
      name: fc.oneof(fc.constantFrom('web'), hostileText),
      'com.docker.compose.project': fc.constantFrom('mesh'),
      'com.docker.compose.service': fc.constantFrom('web'),
      'com.docker.swarm.task.name': hostileText,
      'com.docker.swarm.service.name': hostileText,
    }),
  }),
  time: fc.constantFrom(1_790_000_000, 0, -1, 1e300, 0.5),
  timeNano: fc.constantFrom(1_790_000_000_123_456_800, -1e30, 1e300),
});

/** What an engine's events print, with lines that are none. */
export const eventsText: fc.Arbitrary<string> = lines(
  fc.oneof({ weight: 6, arbitrary: edited(event).map(jsonOf) }, { weight: 1, arbitrary: hostileText }),
);

function lines(line: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(fc.tuple(line, ending), { maxLength: 6 }).map((all) => all.flat().join(''));
}
