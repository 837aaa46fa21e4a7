// the one thing that a child process cannot do for itself: only by its number is a whole group ended
import { kill } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const lookMs = 20;

/**
 * Ends every process of a group: asks, and kills what is still there after the grace. Resolves when the group is gone or killed.
 * A process that made itself a session of its own has left the group.
 */
export async function endGroup(group: number, graceMs: number): Promise<void> {
  if (!signal(group, 'SIGTERM')) return;
  const killAt = performance.now() + graceMs;
  while (performance.now() < killAt) {
    await sleep(lookMs);
    // looked for without a pause, so that the number cannot come to be another group's
    if (!signal(group, 0)) return;
  }
  signal(group, 'SIGKILL');
}

/** Whether there was a process to take it. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    kill(-group, name);
    return true;
  } catch (error) {
    // one of another user is there all the same
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
