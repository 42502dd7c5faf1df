import type { FoundPlace } from '@cusp/contract/case-list';
import type { NumberSystem } from '@cusp/contract/cases';
import { labelOfFdi } from '@cusp/dental/tooth-labels';
import { foreignWords, formatToothList, toothListInText } from '@cusp/dental/tooth-lists';
import { containsWord, snippetAround } from '@cusp/text/search-words';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { PersonRow } from '../people/person.present.ts';
import { institutionOf, nameOf } from '../people/person.present.ts';
import {
  commentsWith,
  type SearchedCase,
  type SearchedRestoration,
  searchedCases,
} from './found-places.sql.ts';
import type { ListContext } from './list.sql.ts';
import type { ListRow } from './list-rows.sql.ts';
import { CatalogueNames } from './search-catalogue.ts';
import type { Word } from './search-words.sql.ts';

/** The spellings of a search word, and the text of the first one that occurs, if any. */
const formIn = (text: string, { text: word, teeth }: Word): string | undefined =>
  [word, ...teeth].find((form) => containsWord(text, form));

/**
 * One occurrence of each search word in the cases of a page, by case id. Words in the columns that every row shows
 * (patient, number and the other side) are omitted.
 */
export async function foundPlaces(
  db: DbOrTx,
  rows: readonly ListRow[],
  { words, language }: Pick<ListContext, 'words' | 'language'>,
): Promise<ReadonlyMap<number, FoundPlace[]>> {
  const asked = rows.map((row) => ({ row, missing: wordsNotShown(row, words) }));
  const open = asked.filter(({ missing }) => missing.length > 0);
  if (open.length === 0) return new Map();
  const ids = open.map(({ row }) => row.id);
  const names = await CatalogueNames.of(language);
  const cases = new Map((await searchedCases(db, ids)).map((each) => [each.id, each]));
  const places = new Map<number, FoundPlace[]>();
  const inComments = new Map<number, number[]>();
  for (const { row, missing } of open) {
    const searched = cases.get(row.id);
    if (!searched) continue;
    for (const word of missing) {
      const asWord = words[word];
      const place = asWord && placeIn(searched, row, asWord, names);
      if (place) places.set(row.id, [...(places.get(row.id) ?? []), { word, ...place }]);
      else inComments.set(word, [...(inComments.get(word) ?? []), row.id]);
    }
  }
  for (const [word, caseIds] of inComments) {
    const asWord = words[word];
    if (!asWord) continue;
    for (const { case_id, body } of await commentsWith(db, caseIds, asWord)) {
      const place = {
        word,
        place: 'comment',
        text: snippetAround(body, formIn(body, asWord) ?? asWord.text),
      } as const;
      places.set(case_id, [...(places.get(case_id) ?? []), place]);
    }
  }
  return places;
}

const partyWords = (person: PersonRow | null) => `${institutionOf(person)} ${nameOf(person)}`;

/** Positions of the words that are not in the names and numbers of a row. */
function wordsNotShown(row: ListRow, words: readonly Word[]): number[] {
  const other = row.side === 'OT' ? row.author : row.recipient;
  const shown = [
    `${row.patient_first} ${row.patient_last}`,
    `${row.patient_last}${row.patient_first}`,
    row.no,
    partyWords(other),
  ];
  return words.flatMap((word, at) => (shown.some((text) => formIn(text, word) !== undefined) ? [] : at));
}

type Place = Omit<FoundPlace, 'word'>;

function placeIn(searched: SearchedCase, row: ListRow, word: Word, names: CatalogueNames): Place | undefined {
  for (const made of searched.restorations) {
    const text = textOfOrder(made, row.number_sys, word, names);
    if (text !== undefined) return { place: 'order', text };
  }
  const inNote = formIn(searched.note, word);
  if (inNote !== undefined) return { place: 'note', text: snippetAround(searched.note, inNote) };
  const own = row.side === 'OT' ? row.recipient : row.author;
  if (containsWord(partyWords(own), word.text)) return { place: 'person', text: partyText(own) };
  if (searched.assignee && containsWord(nameOf(searched.assignee), word.text))
    return { place: 'assignee', text: nameOf(searched.assignee) };
  return undefined;
}

const partyText = (person: PersonRow | null) =>
  [institutionOf(person), nameOf(person)].filter(Boolean).join(' · ');

/** A restoration in the reader's language, with the word in it; undefined if the word is not in it. */
function textOfOrder(
  made: SearchedRestoration,
  system: NumberSystem,
  word: Word,
  names: CatalogueNames,
): string | undefined {
  const type = names.nameOf('types', made.type) || made.display_name;
  const material = names.nameOf('materials', made.material);
  const tooth = made.teeth.find((fdi) => toothNames(fdi, system).some((label) => formIn(label, word)));
  const teeth = tooth === undefined ? made.teeth : [tooth];
  const words = foreignWords({ tooth_no: made.tooth_text, teeth: made.teeth }, (each) => names.quoted(each));
  const line = [
    [type, toothListInText(teeth, system), ...words].filter(Boolean).join(' '),
    [material, made.shade].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' · ');
  if (containsWord(line, word.text)) return line;
  const further =
    names.nameWith('types', made.type, word.text) ??
    names.nameWith('materials', made.material, word.text) ??
    (containsWord(made.display_name, word.text) ? made.display_name : undefined) ??
    (tooth === undefined ? undefined : toothNames(tooth, system).find((label) => formIn(label, word)));
  if (further === undefined || line.includes(further)) return further && line;
  return `${line} (${further})`;
}

/** Spellings of a tooth in a search: in the system of the order, in Universal, in Palmer and in FDI. */
const toothNames = (fdi: number, system: NumberSystem): string[] => [
  formatToothList([fdi], system),
  `#${labelOfFdi(fdi, 'Universal') ?? ''}`,
  labelOfFdi(fdi, 'PalmerDigital') ?? '',
  `FDI${fdi}`,
];
