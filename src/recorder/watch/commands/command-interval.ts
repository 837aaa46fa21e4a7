/**
 * When a command that was due at `dueAt` is due again: whole intervals later, so that the length of a run does not add up, and
 * not before `now`. The times that a late run covers go by.
 */
export function nextDueAt(dueAt: number, everyMs: number, now: number): number {
  return dueAt + everyMs * Math.max(1, Math.ceil((now - dueAt) / everyMs));
}
