import { mayEnter, STAFF_AREAS } from '@cusp/contract/staff.routes';
import * as contract from '@cusp/contract/staff-devices';
import * as registrations from '@cusp/contract/staff-registrations';
import type { FastifyInstance } from 'fastify';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { exportList } from '../list-exports/export-list.ts';
import { sendSheet } from '../sheets/template.ts';
import { countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { addDevices } from './add-devices.ts';
import { assignDevices, blockDevices, removeDevices, resetRegistrations } from './change-devices.ts';
import { DEVICES_EXPORT, REGISTRATIONS_EXPORT } from './devices.export.ts';
import { setDeviceFeatures } from './set-features.ts';
import { deviceList, devicesOf } from './staff-devices.sql.ts';
import { waitingList, waitingOf } from './waiting-registrations.sql.ts';
import { discardRegistration, resendRegistrationMail } from './waiting-registrations.ts';

export function registerDeviceAdminRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listStaffDevices, async ({ actor, query }) => {
    const isRegistered = query['user-registeredDevices'] === 'true';
    // Viewers of device users see only what a customer has registered.
    if (!isRegistered && !mayEnter(actor.staffFlags ?? [], STAFF_AREAS.devices))
      throw new Refusal('forbidden');
    const page = await pageOfIds(db, deviceList(db, isRegistered), query);
    const devices = inOrder(page.ids, await devicesOf(db, page.ids));
    return { devices, page: countedPage(page, query.num_per_page) };
  });
  serve(app, contract.exportDevices, async ({ actor, query, request, reply }) => {
    const isRegistered = query.user_registered_dev === 'true';
    if (!isRegistered && !mayEnter(actor.staffFlags ?? [], STAFF_AREAS.devices))
      throw new Refusal('forbidden');
    const kind = isRegistered ? REGISTRATIONS_EXPORT : DEVICES_EXPORT;
    return sendSheet(request, reply, kind.filename, await exportList(services, actor, kind, query));
  });
  serve(app, contract.addDevices, ({ actor, body }) => addDevices(services, actor, body));
  serve(app, contract.blockDevices, ({ actor, body }) => blockDevices(services, actor, body, body.block));
  serve(app, contract.removeDevices, ({ actor, body }) => removeDevices(services, actor, body));
  serve(app, contract.resetRegistrations, ({ actor, body }) => resetRegistrations(services, actor, body));
  serve(app, contract.assignDevices, ({ actor, body }) => assignDevices(services, actor, body, body.email));
  serve(app, contract.getStaffDevice, async ({ params }) => {
    const [device] = await devicesOf(db, [params.id]);
    return found(device);
  });
  serve(app, contract.setDeviceFeatures, ({ actor, body }) =>
    setDeviceFeatures(services, actor, body.featureData),
  );
  serve(app, registrations.listUserRegistrations, async ({ query }) => {
    const page = await pageOfIds(db, waitingList(db), query);
    return {
      registrations: inOrder(page.ids, await waitingOf(db, page.ids)),
      page: countedPage(page, query.num_per_page),
    };
  });
  serve(app, registrations.resendUserRegistration, ({ actor, params }) =>
    resendRegistrationMail(services, actor, params.id),
  );
  serve(app, registrations.discardUserRegistration, async ({ actor, params }) => {
    await discardRegistration(services, actor, params.id);
    return {};
  });
}
