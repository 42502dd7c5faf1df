import type { NumberSystem } from '@cusp/contract/cases';
import { DraftFields, type DraftRestoration } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import { OrderFields } from '@cusp/contract/order-fields';
import { uuid } from '../../client/uuid.ts';

/** A restoration in the form; `key` identifies its row while the page is open. */
export interface Row extends DraftRestoration {
  key: string;
  /** The text of an imported order, see `OrderRestoration`. */
  displayName?: string;
  toothText?: string;
}

/** The form state: the draft's fields with keyed rows. */
export interface FormFields extends Omit<DraftFields, 'restorations'> {
  restorations: Row[];
}

export type Edit = (change: (fields: FormFields) => FormFields) => void;

export function emptyFields(numberSystem: NumberSystem, deviceId: number | null = null): FormFields {
  return {
    recipientId: null,
    patient: { firstname: '', lastname: '', sex: null, birthdate: null },
    numberSystem,
    restorations: [],
    connectorChoices: [],
    noRestorationReason: '',
    deliveryDate: null,
    appointment: null,
    note: '',
    scansFollow: false,
    deviceId,
  };
}

export function emptyRow(): Row {
  return {
    key: uuid(),
    type: '',
    teeth: [],
    arch: null,
    material: null,
    shade: '',
    stumpShade: '',
    meant: [],
  };
}

/** The form state of a stored draft. */
export function formOf(draft: DraftFields): FormFields {
  const { recipientId, patient, numberSystem, noRestorationReason, deliveryDate, note } = draft;
  // A server from before the field does not send it.
  const { connectorChoices = [], appointment, scansFollow, deviceId } = draft;
  const restorations = draft.restorations.map((each) => ({ ...each, key: uuid() }));
  return {
    recipientId,
    patient,
    numberSystem,
    restorations,
    connectorChoices,
    noRestorationReason,
    deliveryDate,
    appointment,
    note,
    scansFollow,
    deviceId,
  };
}

/** The form state of a sent order, without a recipient and a scanner because those cannot be changed. */
export const formOfOrder = (order: OrderFields): FormFields =>
  formOf({ ...order, recipientId: null, deviceId: null });

/** The order that a form describes, with texts normalised as the server does. */
export function orderOf(form: FormFields): OrderFields {
  const wire = wireOf(form);
  const { success, data } = OrderFields.safeParse(wire);
  if (success) return data;
  const restorations = wire.restorations.map((each) => ({ displayName: '', toothText: '', ...each }));
  return { ...wire, restorations };
}

/** The request body. */
export function wireOf(form: FormFields): DraftFields {
  return { ...form, restorations: form.restorations.map(({ key: _, ...restoration }) => restoration) };
}

/** Whether both are equal to the server, which trims texts and stores nothing else of a draft. */
export function sameFields(one: DraftFields | Draft, other: DraftFields | Draft): boolean {
  const [a, b] = [DraftFields.safeParse(one), DraftFields.safeParse(other)];
  return a.success && b.success && JSON.stringify(a.data) === JSON.stringify(b.data);
}

/** The text on one line: pasted tabs and line breaks become spaces. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
