import { type Missing, missingForSending, type Today } from '@cusp/dental/completeness';
import type { Jaw } from '@cusp/dental/teeth';
import { type NamedScan, scannedJaw } from '@cusp/mesh/classify-scan';
import type { ParseKeys, TFunction } from 'i18next';
import { today } from '../../ui/days/days.ts';
import type { FormFields } from './form-fields.ts';

/** The person's local day, for the checks of an order. */
export function ownToday(): Today {
  const day = today();
  return { earliest: day, latest: day };
}

/** What is missing before the case can be sent on the person's local day; `files` includes current uploads. */
export function missingItems(fields: FormFields, files: readonly NamedScan[]): Missing[] {
  return missingForSending({ ...fields, files }, scannedJaw, ownToday());
}

const JAWS: readonly Jaw[] = ['upper', 'lower'];
const isJaw = (word: string): word is Jaw => JAWS.some((jaw) => jaw === word);

/** Parses the server's list of missing items: `code`, `code:<restoration>` or `scans:upper,lower`. */
export function readMissing(words: readonly string[]): Missing[] {
  return words.map((word) => {
    const [code = '', detail = ''] = word.split(':');
    if (code === 'scans') return { code, jaws: detail.split(',').filter(isJaw) };
    return (detail === '' ? { code } : { code, restoration: Number(detail) }) as Missing;
  });
}

/** The text of a missing item. */
export function missingText(missing: Missing, t: TFunction<'dental'>): string {
  const jaws = 'jaws' in missing ? missing.jaws.map((jaw) => t(`jaws.${jaw}`)).join(', ') : '';
  return t(`missing.${missing.code}` as ParseKeys<'dental'>, { jaws });
}
