import type { AccessEntry, AccessFilter } from '@cusp/contract/privacy';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { readAll } from './list-accesses.ts';

const COLUMNS = {
  time: ({ at }) => at,
  action: ({ action }) => action,
  person: ({ person }) => person?.name ?? '',
  institution: ({ person }) => person?.institution ?? '',
  own_practice: ({ is_own }) => String(is_own),
  support: ({ by_support }) => String(by_support),
  case_number: (entry) => entry.case?.no ?? '',
  patient: (entry) => entry.case?.patient ?? '',
  cases_on_list: ({ case_count }) => (case_count === null ? '' : String(case_count)),
  file: ({ filename }) => filename ?? '',
  link_for: ({ recipient }) => recipient ?? '',
  address: ({ ip }) => ip ?? '',
  country: ({ country }) => country ?? '',
} satisfies Record<string, (entry: AccessEntry) => string>;

/**
 * Quoted, and with an apostrophe before values that a spreadsheet would run as a formula; those of East Asia also
 * accept full-width signs.
 */
const cell = (text: string): string =>
  `"${text.replace(/^[=+\-@＝＋－＠\t\r\n]/, "'$&").replaceAll('"', '""')}"`;
const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/**
 * The access log as CSV (RFC 4180, in UTF-8 with a byte order mark for spreadsheets) or as a JSON array, whose entries
 * are noted.
 */
export async function* accessFile(
  services: Services,
  actor: Actor,
  { format, ...filter }: AccessFilter & { format: 'csv' | 'json' },
  note: (entries: readonly AccessEntry[]) => void,
): AsyncGenerator<string> {
  const isCsv = format === 'csv';
  const [head, separator] = isCsv ? [`\uFEFF${line(Object.keys(COLUMNS))}`, ''] : ['[', ',\n'];
  // The head comes with the first entries, so that nothing is sent before they could be read.
  let before = head;
  for await (const entries of readAll(services, actor, filter)) {
    note(entries);
    const texts = entries.map((entry) =>
      isCsv ? line(Object.values(COLUMNS).map((value) => value(entry))) : JSON.stringify(entry),
    );
    if (before === head || texts.length > 0) yield before + texts.join(separator);
    before = separator;
  }
  if (!isCsv) yield ']\n';
}
