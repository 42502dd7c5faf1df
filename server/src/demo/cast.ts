import type { Role } from '@cusp/contract/identity';
import type { Language } from '@cusp/contract/wire';
import type { NumberSystem } from '@cusp/dental/teeth';
import type { DemoKey } from '../demo-accounts.ts';

/** Password of everybody in the demo practice. */
export const DEMO_PASSWORD = 'cusp-demo-2026';

type Flag =
  | 'is_device_manager'
  | 'is_sales_manager'
  | 'is_staff'
  | 'is_device_user_viewer'
  | 'is_device_rental_manager';

export interface DemoPerson {
  key: DemoKey;
  first: string;
  last: string;
  role: Role;
  institution: string;
  country: string;
  address: string;
  phone: string;
  language: Language;
  flag?: Flag;
  /** Description in the start message; people without one are not listed. */
  shown?: string;
}

export interface DemoDevice {
  serial: string;
  model: string;
  /** Production date, which the UDI also contains. */
  made: string;
  isRented?: true;
  /** Whether the feature of a partner is on; devices without it are not in that list. */
  feature?: boolean;
  /** The customer who has registered it, and its city. */
  customer?: { key: DemoKey; city: string; zip: string; installed: string };
}

/** The people of a demo, and their relations. */
export interface Cast {
  people: readonly DemoPerson[];
  /** Share groups; the invited people have not answered. */
  groups: readonly {
    name: string;
    owner: DemoKey;
    members: readonly DemoKey[];
    invited: readonly DemoKey[];
  }[];
  connections: readonly {
    from: DemoKey;
    to: DemoKey;
    status: 'ACCD' | 'REQD' | 'REJD';
    message: string;
    isLocked?: true;
  }[];
  /** Number of cases between sender and recipient, and the person who answers for the recipient. */
  exchanges: readonly {
    author: DemoKey;
    recipient: DemoKey;
    answers: readonly DemoKey[];
    count: number;
    /** FDI by default. */
    numberSystem?: NumberSystem;
  }[];
  /** The factory register. */
  devices: readonly DemoDevice[];
}
