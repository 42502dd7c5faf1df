import { pathOf } from '@cusp/contract/endpoint';
import * as contract from '@cusp/contract/staff-labs';
import type { FastifyInstance } from 'fastify';
import { readForm } from '../../platform/http/multipart-form.ts';
import { found } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { editLab, LOGO_RULE, registerLab, removeLabs } from './save-lab.ts';
import { sendLogo } from './send-logo.ts';
import { labList, type StaffLabRow, staffLabById, staffLabsOf } from './staff-labs.sql.ts';

/** The labs as staff manage them. */
export function registerStaffLabsRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listStaffLabs, async ({ query }) => {
    const page = await pageOfIds(db, labList(db), query);
    const rows = inOrder(page.ids, await staffLabsOf(db, page.ids));
    return { labs: rows.map(presentStaffLab), page: countedPage(page, query.num_per_page) };
  });
  serve(app, contract.getStaffLab, async ({ params }) =>
    presentStaffLab(found(await staffLabById(db, params.id))),
  );
  serve(app, contract.staffLabLogo, async ({ params, reply }) =>
    sendLogo(services, reply, found((await staffLabById(db, params.id))?.logo_key)),
  );
  serve(app, contract.registerLab, async ({ actor, request }) => {
    const { fields, file } = await readForm(request, contract.registerLab.body, LOGO_RULE);
    return { id: await registerLab(services, actor, { fields, logo: file }) };
  });
  serve(app, contract.editLab, async ({ actor, params, request }) => {
    const { fields, file } = await readForm(request, contract.editLab.body, LOGO_RULE);
    const { version, ...rest } = fields;
    await editLab(services, actor, { id: params.id, version, fields: rest, logo: file });
    return {};
  });
  serve(app, contract.removeLabs, async ({ actor, body }) => ({
    removed: await removeLabs(services, actor, body.ids),
  }));
}

function presentStaffLab(lab: StaffLabRow): contract.StaffLab {
  const { id, logo_key } = lab;
  return {
    id,
    name: lab.name,
    email: lab.email,
    company_name: lab.company_name,
    company_address: lab.company_address,
    contact_name: lab.contact_name,
    contact_email: lab.contact_email,
    contact_phone: lab.contact_phone,
    lab_logo: logo_key && `${pathOf(contract.staffLabLogo, { id })}?v=${logo_key.slice(-16, -4)}`,
    country: lab.country,
    is_active: lab.is_active,
    has_account: lab.has_account,
    version: lab.version,
  };
}
