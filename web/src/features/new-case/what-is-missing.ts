import { type Missing, missingForSending } from '@cusp/dental/completeness';
import type { Jaw } from '@cusp/dental/teeth';
import { type NamedScan, scannedJaw } from '@cusp/mesh/classify-scan';
import type { ParseKeys, TFunction } from 'i18next';
import { today } from './days.ts';
import type { FormFields } from './form-fields.ts';

/** What keeps the case from being sent on the person's own day; `files` with those on their way. */
export function whatIsMissing(fields: FormFields, files: readonly NamedScan[]): Missing[] {
  return missingForSending({ ...fields, files }, scannedJaw, today());
}

const JAWS: readonly Jaw[] = ['upper', 'lower'];
const isJaw = (word: string): word is Jaw => JAWS.some((jaw) => jaw === word);

/** What the server says is missing: `code`, `code:<restoration>` or `scans:upper,lower`. */
export function readMissing(words: readonly string[]): Missing[] {
  return words.map((word) => {
    const [code = '', detail = ''] = word.split(':');
    if (code === 'scans') return { code, jaws: detail.split(',').filter(isJaw) };
    return (detail === '' ? { code } : { code, restoration: Number(detail) }) as Missing;
  });
}

/** What is missing in words. */
export function missingText(missing: Missing, t: TFunction<'dental'>): string {
  const jaws = 'jaws' in missing ? missing.jaws.map((jaw) => t(`jaws.${jaw}`)).join(', ') : '';
  return t(`missing.${missing.code}` as ParseKeys<'dental'>, { jaws });
}
