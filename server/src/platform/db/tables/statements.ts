import type { Connector } from '@cusp/contract/draft-fields';
import type { OrderFields } from '@cusp/contract/order-fields';
import type { StatementFields } from '@cusp/contract/statements';
import type { Language } from '@cusp/contract/wire';
import type { Generated, JSONColumnType } from 'kysely';

/** Content of a statement. It has the patient's code and not their name. */
export interface StatementContent {
  fields: StatementFields;
  number_system: OrderFields['numberSystem'];
  restorations: OrderFields['restorations'];
  /** Statements from before orders had connectors lack these. */
  connectors?: Connector[];
}

/** A statement for a custom-made device. Rows never change; a correction is the next version. */
export interface DeviceStatementTable {
  id: Generated<number>;
  /** Null in the lab's own copy if the case is stored in the other region. */
  case_id: number | null;
  case_no: string;
  version: number;
  /** Key that the browser generated; repeating it issues no second statement. */
  client_key: string;
  /** The recipient of the case: their side keeps the statement, even after the case is removed. */
  maker_id: number;
  issued_by: number;
  issued_at: Date;
  /** Ten years after it was issued, fifteen for implantable devices. */
  kept_until: Date;
  is_implantable: boolean;
  content: JSONColumnType<StatementContent>;
  /** The PDFs as issued, by language, in Base64; the language of the lab comes first. */
  papers: JSONColumnType<{ language: Language; pdf: string }[]>;
}
