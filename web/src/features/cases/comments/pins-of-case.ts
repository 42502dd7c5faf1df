import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseDetail, CaseFile, FileVersion } from '@cusp/contract/cases';
import type { Pin } from '@cusp/contract/pin';
import type { ViewerPin } from '../../viewer/viewer.offers.tsx';

type Files = readonly Pick<CaseFile, 'id' | 'filename' | 'earlier'>[];

/** The scan of a pin in the case now: the newest of its name. Undefined if all were removed. */
export const scanOf = <F extends Files[number]>(
  files: readonly F[],
  { file }: Pick<Pin, 'file'>,
): F | undefined =>
  files.find(({ id, earlier }) => id === file.id || earlier.some((version) => version.id === file.id)) ??
  files.find(({ filename }) => filename === file.filename);

/** The version a pin was set on, if it still exists and there is a newer one. */
export const earlierScanOf = (
  files: readonly Pick<CaseFile, 'earlier'>[],
  { file }: Pick<Pin, 'file'>,
): FileVersion | undefined => files.flatMap(({ earlier }) => earlier).find(({ id }) => id === file.id);

/** Characters of a comment in the list of pins. */
const MAX_SUMMARY = 80;

/** The pins of a case that the viewer can show, in the order of their numbers. */
export function pinsOfCase(
  comments: readonly CaseComment[],
  files: CaseDetail['files'],
  unknown: string,
): ViewerPin[] {
  return comments.flatMap(({ id, pin, name, author_is_unknown, text }) => {
    const scan = pin && scanOf(files, pin);
    if (!scan) return [];
    const summary = { author: author_is_unknown ? unknown : name, text: text.slice(0, MAX_SUMMARY) };
    return { ...pin, key: id, scan: scan.id, ...summary };
  });
}

/** Consonants only, so that they never form words. */
const MARK_LETTERS = 'bcdfghjkmnpqrstvwxz';

/**
 * A name for the next picture of a view. Random letters after its number distinguish it from one that another user
 * takes at the same moment: with equal names the two would be versions of one file.
 */
export function nextPictureName(caseNo: string, files: readonly { filename: string }[]): string {
  const taken = files.map(({ filename }) => pictureNo(caseNo, filename));
  const random = crypto.getRandomValues(new Uint32Array(4));
  const mark = Array.from(random, (value) => MARK_LETTERS[value % MARK_LETTERS.length]).join('');
  return `view-${caseNo}-${Math.max(0, ...taken) + 1}-${mark}.png`;
}

function pictureNo(caseNo: string, filename: string): number {
  const begin = `view-${caseNo}-`;
  if (!filename.startsWith(begin)) return 0;
  const [, no] = /^(\d{1,9})(-[a-z]{4})?\.png$/.exec(filename.slice(begin.length)) ?? [];
  return Number(no ?? 0);
}
