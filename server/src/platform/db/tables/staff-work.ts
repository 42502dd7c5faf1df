import type { Generated } from 'kysely';

/** How many rows a staff list has. Written by triggers only. */
export interface ListTallyTable {
  list: string;
  count: number;
}

/** How many registered devices a rental manager rents out. Written by triggers only. */
export interface RentalTallyTable {
  user_id: number;
  count: number;
}

/** A mail that staff sent to support. */
export interface TicketTable {
  id: Generated<number>;
  created_by: number;
  recipient: string;
  title: string;
  description: string;
  /** Of the mail. */
  language: string;
  brand: string;
  /** Chosen by the form, so that a double click creates one ticket. */
  key: string | null;
  /** `failed` once no further attempt is made. */
  state: Generated<'queued' | 'sent' | 'failed'>;
  /** Attempts that failed since it was queued. */
  attempts: Generated<number>;
  created_at: Generated<Date>;
  sent_at: Date | null;
  failed_at: Date | null;
}
