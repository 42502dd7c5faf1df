import type { AgreementKind } from '@cusp/contract/agreements.routes';
import type { Language } from '@cusp/contract/wire';
import type { Generated } from 'kysely';

/** A published version; the latest of its kind is in force. */
export interface AgreementVersionTable {
  id: Generated<number>;
  kind: AgreementKind;
  /** The operator's name of the version, such as `2026-12`. */
  name: string;
  is_template: boolean;
  published_at: Generated<Date>;
  /** Date from which accounts that existed before need it. */
  required_from: Date;
  /** The last person who was mailed about it, by id. */
  announced_to: Generated<number>;
  /** When the last mail was sent; null while people are left. */
  announced_at: Date | null;
}

export interface AgreementTextTable {
  /** SHA-256 in hexadecimal digits. */
  text_hash: string;
  text: string;
}

/** A version in one language. */
export interface AgreementWordingTable {
  version_id: number;
  language: Language;
  text_hash: string;
}

/**
 * A person's acceptance, on behalf of a practice if it is a data processing agreement. Refers to the version without a
 * foreign key.
 */
export interface AgreementAcceptanceTable {
  id: Generated<number>;
  user_id: number;
  kind: AgreementKind;
  version: string;
  language: Language;
  text_hash: string;
  accepted_at: Generated<Date>;
}
