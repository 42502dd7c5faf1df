import type { CaseContent } from '@cusp/contract/cases';
import type { EditMode, OrderFields, OrderRestoration } from '@cusp/contract/order-fields';
import type { TestApp } from './test-app.ts';

export const crown = (overrides: Partial<OrderRestoration> = {}): OrderRestoration => ({
  type: 'crown',
  teeth: [16],
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  stumpShade: '',
  meant: [],
  displayName: '',
  toothText: '',
  ...overrides,
});

/** A complete order: a crown on 16. */
export const orderFields = (overrides: Partial<OrderFields> = {}): OrderFields => ({
  patient: { firstname: 'Jo', lastname: 'Patient', sex: null, birthdate: null },
  numberSystem: 'FDI',
  restorations: [crown()],
  connectorChoices: [],
  noRestorationReason: '',
  deliveryDate: null,
  appointment: null,
  note: '',
  scansFollow: false,
  ...overrides,
});

interface Wish {
  as: EditMode;
  version?: number;
  proposal?: number | null;
  fields?: Partial<OrderFields>;
}

/** Actions on a sent order through the API. */
export function orderEdits(t: TestApp) {
  const contentOf = async (user: { id: number }, caseId: number) =>
    (await (await t.as(user)).get(`/v1/cases/${caseId}/content/`)).json<CaseContent>();
  const edit = async (user: { id: number }, caseId: number, wish: Wish) =>
    (await t.as(user)).put(`/v1/cases/${caseId}/order/`, {
      as: wish.as,
      version: wish.version ?? 1,
      proposal: wish.proposal ?? null,
      fields: orderFields(wish.fields),
    });
  const answer = async (
    user: { id: number },
    caseId: number,
    wish: { proposal: number; answer: 'accept' | 'decline'; version?: number; reason?: string },
  ) =>
    (await t.as(user)).post(`/v1/cases/${caseId}/proposals/${wish.proposal}/answer/`, {
      version: wish.version ?? 1,
      answer: wish.answer,
      reason: wish.reason,
    });
  const withdraw = async (user: { id: number }, caseId: number, proposal: number) =>
    (await t.as(user)).post(`/v1/cases/${caseId}/proposals/${proposal}/withdraw/`);
  return { contentOf, edit, answer, withdraw };
}
