import type { CaseListItem } from '@cusp/contract/case-list';
import { singularsOf } from '@cusp/text/plurals';
import { containsWord, isWholeNumber } from '@cusp/text/search-words';
import type { TFunction } from 'i18next';
import { marked } from '../../../ui/marked.tsx';
import classes from './found-places.module.css';

/** Maximum number of lines in a row; the other places are shown in the case. */
const MOST = 2;

/** Other forms of a folded word in a row: its singulars, and a number as a tooth in Universal. */
export const otherForms = (word: string): string[] => [
  ...singularsOf(word),
  ...(isWholeNumber(word) ? [`#${word}`] : []),
];

interface FoundPlacesProps {
  item: Pick<CaseListItem, 'found'>;
  /** Texts, and the words that rows highlight. */
  words: { t: TFunction<'cases'>; marks: readonly string[] };
  /** The words of the order in the row, which are already highlighted. */
  order: string;
}

/** Where the search found words that the row itself does not show. */
export function FoundPlaces({ item, words: { t, marks }, order }: FoundPlacesProps) {
  const places = (item.found ?? []).filter(({ word, place }) => {
    const mark = marks[word];
    if (mark === undefined) return false;
    return !(place === 'order' && [mark, ...otherForms(mark)].some((form) => containsWord(order, form)));
  });
  const lines = new Map(places.map((each) => [`${each.place} ${each.text}`, each]));
  return [...lines].slice(0, MOST).map(([key, { place, text }]) => (
    <span key={key} className={classes.line} dir="auto" title={text}>
      <span className={classes.place}>{t(`list.places.${place}`)}: </span>
      {marked(text, marks)}
    </span>
  ));
}
