import type { CaseDetail } from '@cusp/contract/cases';

export type SharableCase = Pick<CaseDetail, 'id' | 'no' | 'from_locked_device'>;

export interface MadeLink {
  token: string;
  /** Where it was mailed to; '' when it was not. */
  email: string;
}
