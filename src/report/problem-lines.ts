import { type Problem, problemCodes } from '../roster/index.ts';
import { type Line, line, span } from './view.ts';

const shownProblems = 3;

/** Problems, folded by kind: the first few as they came, and how many more there are. */
export function problemLines(problems: readonly Problem[]): Line[] {
  const byCode = new Map<Problem['code'], Problem[]>();
  for (const problem of problems) {
    const same = byCode.get(problem.code);
    if (same) same.push(problem);
    else byCode.set(problem.code, [problem]);
  }
  return [...byCode].map(([code, same]) => {
    const shown = same
      .slice(0, shownProblems)
      .map(problemWords)
      .filter((text) => text !== '')
      .join('; ');
    const more = same.length > shownProblems ? ` and ${same.length - shownProblems} more` : '';
    return line(
      span(`? ${code}`, 'moved'),
      `${shown === '' ? '' : ` ${shown}`}${more} · `,
      span(problemCodes[code], 'muted'),
    );
  });
}

function problemWords({ node, container, name, text }: Problem): string {
  const what = [name, text === undefined || text === name ? undefined : JSON.stringify(text)]
    .filter((word) => word !== undefined)
    .join(' ');
  return [what, container, node && `on ${node}`].filter((word) => word !== undefined && word !== '').join(' ');
}
