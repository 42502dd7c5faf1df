import type { NamedScan } from '@cusp/mesh/classify-scan';
import { looksEmpty } from '@cusp/text/unseen';
import type { Order, OrderLine, SentLine, SentOrder } from './order.ts';
import { shadeNeed } from './restoration-choices.ts';
import { restorationFacts } from './restorations.ts';
import type { Jaw } from './teeth.ts';

/** The form of a draft, with the files that are on the server. */
export type FilledDraft = Omit<Order, 'numberSystem' | 'connectorChoices'> & {
  /** The chosen partner; null before the choice. */
  recipientId: number | null;
  files: readonly NamedScan[];
};

/** A reason why a draft cannot be sent; `restoration` is the index in the draft. */
export type Missing =
  | { code: 'recipient' }
  | { code: 'patient_name' }
  | { code: 'restoration_or_reason' }
  | { code: 'restoration_type'; restoration: number }
  | { code: 'tooth'; restoration: number }
  | { code: 'arch'; restoration: number }
  | { code: 'material'; restoration: number }
  | { code: 'shade'; restoration: number }
  | { code: 'scans'; jaws: Jaw[] }
  | { code: DateProblem };

type DateProblem = 'delivery_date_past' | 'delivery_date_far' | 'appointment_past' | 'appointment_far';

/**
 * Days that are today, YYYY-MM-DD. The form passes the person's own as both, the server the earliest and the latest
 * anywhere (UTC−12 and UTC+14), so that it refuses no date that a form accepts.
 */
export interface Today {
  earliest: string;
  latest: string;
}

/** The last plausible delivery date or appointment: five years ahead. A later one is a slip, such as 2206 for 2026. */
export const lastOrderDay = (today: string): string =>
  `${Number(today.slice(0, 4)) + 5}${today.slice(4)}`.replace('-02-29', '-02-28');

function dateProblems(name: 'delivery_date' | 'appointment', day: string | null, today: Today): Missing[] {
  if (day === null) return [];
  if (day < today.earliest) return [{ code: `${name}_past` }];
  return day > lastOrderDay(today.latest) ? [{ code: `${name}_far` }] : [];
}

const blank = (text: string | null) => looksEmpty(text ?? '');

type Line = OrderLine & Partial<Pick<SentLine, 'toothText'>>;

function missingInRestoration(draft: Line, restoration: number): Missing[] {
  if (blank(draft.type)) return [{ code: 'restoration_type', restoration }];
  const { scope } = restorationFacts(draft.type);
  const missing: Missing[] = [];
  // The words of a foreign order name a tooth that the chart does not have. Its order can be corrected without another.
  const hasTooth = draft.teeth.length > 0 || !blank(draft.toothText ?? '');
  if (scope === 'tooth' && !hasTooth) missing.push({ code: 'tooth', restoration });
  if (scope === 'arch' && draft.arch === null) missing.push({ code: 'arch', restoration });
  if (scope === 'either' && !hasTooth && draft.arch === null) missing.push({ code: 'tooth', restoration });
  if (blank(draft.material)) missing.push({ code: 'material', restoration });
  else if (shadeNeed(draft.type, draft.material) === 'required' && blank(draft.shade))
    missing.push({ code: 'shade', restoration });
  return missing;
}

/**
 * Everything that is still missing before a draft can be sent, in the order of the form; empty when ready.
 * `jawOf` returns the jaw that a file is a scan of, null for other files.
 * One part of the patient's name is enough, because practices that use codes fill only one field.
 */
export function missingForSending(
  draft: FilledDraft,
  jawOf: (file: NamedScan) => Jaw | null,
  today: Today,
): Missing[] {
  const missing: Missing[] = [];
  if (draft.recipientId === null) missing.push({ code: 'recipient' });
  if (blank(draft.patient.firstname) && blank(draft.patient.lastname)) missing.push({ code: 'patient_name' });
  if (draft.restorations.length === 0 && blank(draft.noRestorationReason))
    missing.push({ code: 'restoration_or_reason' });
  missing.push(...draft.restorations.flatMap(missingInRestoration));
  missing.push(...dateProblems('delivery_date', draft.deliveryDate, today));
  missing.push(...dateProblems('appointment', draft.appointment, today));
  const scanned = new Set(draft.files.map(jawOf));
  const jaws = (['upper', 'lower'] as const).filter((jaw) => !scanned.has(jaw));
  if (!draft.scansFollow && jaws.length > 0) missing.push({ code: 'scans', jaws });
  return missing;
}

/**
 * The same for an edit of a sent order, which has its recipient. Implausible dates and missing scans count only if the
 * edit itself causes them, so that they do not block other corrections.
 */
export function missingForEdit(
  before: SentOrder,
  after: SentOrder & Pick<FilledDraft, 'files'>,
  jawOf: (file: NamedScan) => Jaw | null,
  today: Today,
): Missing[] {
  const isNew = ({ code }: Missing): boolean => {
    if (code === 'recipient') return false;
    if (code.startsWith('delivery_date')) return before.deliveryDate !== after.deliveryDate;
    if (code.startsWith('appointment')) return before.appointment !== after.appointment;
    return code !== 'scans' || before.scansFollow !== after.scansFollow;
  };
  return missingForSending({ ...after, recipientId: null }, jawOf, today).filter(isNew);
}
