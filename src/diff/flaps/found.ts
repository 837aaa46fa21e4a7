import type { Name } from '../../roster/index.ts';
import { type Bout, findBouts } from './bouts.ts';
import type { FlapRules } from './flap-rules.ts';
import { type Places, placer } from './places.ts';
import { isSameCourse, type Step, sequenceOf, type Track, tracksOf } from './tracks.ts';
import type { Histories, ViewHistory } from './view-histories.ts';

/** A name with bouts, in the views that went through the same, or through part of it. */
export interface Found {
  readonly name: Name;
  readonly course: Course;
  readonly views: ViewHistory[];
}

/** What names of one view went through, with the bouts in it. */
export interface Course extends Pick<Track, 'steps'> {
  /** The same number means the same steps. */
  readonly number: number;
  readonly bouts: readonly Bout[];
  readonly places: Places;
}

/**
 * The names with bouts. Views in which a name went through the same are said once, and so is one that saw only part of
 * it, as a container does that came later. Where only some names are asked for, the cost is that of theirs.
 */
export function findNames(
  { views, passes }: Histories,
  rules: FlapRules,
  only: ReadonlySet<Name> | null = null,
): Found[] {
  const placesOf = placer(passes.length);
  const courseOf = courseFinder(rules);
  const tracksOfView = sharedTracks(only);
  const found = new Map<Name, Map<number, { course: Course; views: ViewHistory[] }>>();
  for (const view of views) {
    const places = placesOf(view);
    for (const track of tracksOfView(view)) {
      const course = courseOf(track, places);
      if (course.bouts.length === 0) continue;
      for (const name of track.names) {
        const own = found.get(name) ?? new Map<number, { course: Course; views: ViewHistory[] }>();
        found.set(name, own);
        const same = own.get(course.number);
        // of the views that saw the same, the one with the fewest gaps knows most
        if (!same) own.set(course.number, { course, views: [view] });
        else if (places.breaks.length >= same.course.places.breaks.length) same.views.push(view);
        else own.set(course.number, { course, views: [...same.views, view] });
      }
    }
  }
  const isPart = partTest();
  return [...found].flatMap(([name, own]) =>
    whole([...own.values()], isPart).map(({ course, views: seen }) => ({ name, course, views: seen })),
  );
}

/** The tracks of views, worked out once for views that went through the same. */
function sharedTracks(only: ReadonlySet<Name> | null): (view: ViewHistory) => readonly Track[] {
  const known = new Map<ViewHistory['changes'], readonly Track[]>();
  return (view) => {
    const tracks = known.get(view.changes) ?? tracksOf(view, only);
    known.set(view.changes, tracks);
    return tracks;
  };
}

/** What tracks went through, with its bouts: found once for tracks that went through the same and were read in the same passes. */
function courseFinder(rules: FlapRules): (track: Track, places: Places) => Course {
  const numberOf = courseNumbers();
  const known = new Map<Places, Map<number, Course>>();
  return (track, places) => {
    const number = numberOf(track);
    const ofPlaces = known.get(places) ?? new Map<number, Course>();
    known.set(places, ofPlaces);
    // the bouts are the same, but each view has its own changes
    const bouts = ofPlaces.get(number)?.bouts ?? findBouts(sequenceOf(track, places), rules);
    const course: Course = { steps: track.steps, number, bouts, places };
    ofPlaces.set(number, course);
    return course;
  };
}

/** Numbers tracks: the same number for those that went through the same. */
function courseNumbers(): (track: Track) => number {
  const numbers = new Map<Track, number>();
  const bySum = new Map<number, Track[]>();
  return (track) => {
    const known = numbers.get(track);
    if (known !== undefined) return known;
    const alike = bySum.get(track.sum) ?? [];
    bySum.set(track.sum, alike);
    const same = alike.find((one) => isSameCourse(one, track));
    const number = same === undefined ? numbers.size : (numbers.get(same) as number);
    if (same === undefined) alike.push(track);
    numbers.set(track, number);
    return number;
  };
}

/** Courses of one name, each that is part of another one with it. */
function whole(
  courses: readonly { course: Course; views: ViewHistory[] }[],
  isPart: (part: Course, of: Course) => boolean,
): { course: Course; views: ViewHistory[] }[] {
  const longest = [...courses].sort((a, b) => b.course.steps.length - a.course.steps.length);
  const kept: { course: Course; views: ViewHistory[] }[] = [];
  for (const one of longest) {
    const other = kept.find(({ course }) => isPart(one.course, course));
    if (other) other.views.push(...one.views);
    else kept.push(one);
  }
  return kept;
}

/** Whether all steps of one course are steps of another, asked once for each pair. */
function partTest(): (part: Course, of: Course) => boolean {
  const known = new Map<string, boolean>();
  return (part, of) => {
    const key = `${part.number} ${of.number}`;
    const answer = known.get(key) ?? stepsAreIn(part.steps, of.steps);
    known.set(key, answer);
    return answer;
  };
}

function stepsAreIn(part: readonly Step[], all: readonly Step[]): boolean {
  const kinds = new Map(all.map(({ position, kind }) => [position, kind]));
  return part.every(({ position, kind }) => kinds.get(position) === kind);
}
