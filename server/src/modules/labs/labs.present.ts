import type { DentalLab } from '@cusp/contract/connections';
import { labLogo } from '@cusp/contract/connections';
import { pathOf } from '@cusp/contract/endpoint';
import type { Language } from '@cusp/contract/wire';
import type { ListedLab } from './labs.sql.ts';

export function presentLabs(labs: ListedLab[], language: Language): DentalLab[] {
  const countries = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  return labs.map((lab) => ({
    id: lab.id,
    user: lab.user_id,
    name: lab.name,
    email: lab.account_email,
    company_name: lab.company_name,
    company_address: lab.company_address,
    contact_name: lab.contact_name,
    contact_email: lab.contact_email,
    contact_phone: lab.contact_phone,
    lab_logo: lab.logo_key ? pathOf(labLogo, { labId: lab.id }) : null,
    country: lab.country,
    country_name: countries.of(lab.country) ?? lab.country,
  }));
}
