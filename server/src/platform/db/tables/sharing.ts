import type { Generated } from 'kysely';

export interface ShareLinkTable {
  id: Generated<number>;
  case_id: number;
  maker_id: number;
  /** Name of the recipient as the maker wrote it. */
  recipient: string;
  /** Address it was mailed to; '' if it was not mailed. */
  email: Generated<string>;
  allows_download: boolean;
  /** Files that could identify the patient and that the maker shares anyway. */
  file_ids: Generated<number[]>;
  /** Texts of the order are shared although they name the patient. */
  gives_texts: Generated<boolean>;
  token_hash: Buffer;
  open_count: Generated<number>;
  last_opened_at: Date | null;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface ShareUseTable {
  /** Digest of the link or the network. */
  key: Buffer;
  hour: Date;
  count: number;
}
