import { STAFF_AREAS, STAFF_FLAGS } from '@cusp/contract/staff.routes';
import { encodeId } from '../../platform/http/idb64.ts';
import { newUdi } from '../devices.ts';
import { SID } from '../partners.ts';
import { apart, authorOnly, type Row, signedIn, staffOnly } from './row.ts';

/** For rental managers; everybody else gets 403. */
const rentalManagers = (ask: Row['ask']): Row => ({
  ask,
  gets: { nobody: 401, rentalManager: 200, others: 403 },
});

export const DEVICE_ROWS = {
  listDevices: rentalManagers(() => ({ query: '?user-registeredDevices=true' })),
  setDeviceLocks: rentalManagers(async (world, persona) => ({
    body: {
      dev_conns: [
        {
          dev_id: (await world.newRental()).id,
          user_id: persona === 'nobody' ? 1 : world.people[persona].id,
          dev_locked: true,
        },
      ],
    },
  })),
  confirmDeviceEmail: {
    ask: async (world) => {
      const { id, token } = await world.newRegistration();
      return { body: { rdidb64: encodeId(id), token, srv_loc: SID } };
    },
    // The link alone confirms. A different signed-in customer is refused; sessions of staff and
    // guests count as signed out.
    gets: {
      nobody: 200,
      guest: 200,
      author: 200,
      deviceManager: 200,
      salesManager: 200,
      staff: 200,
      deviceUserViewer: 200,
      formerStaff: 200,
      supportRead: 200,
      supportWrite: 200,
      formerSupport: 200,
      others: 400,
    },
  },
  listScanners: signedIn(),
  registerScanner: signedIn(async (world) => ({
    body: { device: (await world.newDevice()).udi, country: 'DE' },
  })),
  resendScannerMail: authorOnly(async (world) => ({ params: { id: (await world.newRegistration()).id } })),
  removeScanner: authorOnly(async (world) => ({ params: { id: (await world.newRegistration()).id } })),

  listStaffDevices: staffOnly(STAFF_AREAS.registrations, () => ({ query: '?user-registeredDevices=true' })),
  addDevices: staffOnly(STAFF_AREAS.factoryRegistration, () => ({ body: { devices: [newUdi()] } })),
  blockDevices: staffOnly(STAFF_AREAS.factoryRegistration, async (world) => ({
    body: { block: true, ids: [(await world.newRental()).id] },
  })),
  removeDevices: staffOnly(STAFF_AREAS.factoryRegistration, async (world) => ({
    body: { ids: [(await world.newDevice()).id] },
  })),
  resetRegistrations: staffOnly(STAFF_AREAS.factoryRegistration, async (world) => ({
    body: { ids: [(await world.newRental()).id] },
  })),
  assignDevices: staffOnly(STAFF_AREAS.factoryRegistration, async (world) => ({
    body: { ids: [(await world.newDevice()).id], email: world.people.rentalManager.email },
  })),
  setDeviceFeatures: staffOnly(STAFF_AREAS.partnerFeatures, async (world) => ({
    body: { featureData: [{ udi: (await world.newDevice()).udi, option: true }] },
  })),
  listUserRegistrations: staffOnly(STAFF_AREAS.registrations),
  resendUserRegistration: staffOnly(STAFF_AREAS.factoryRegistration, async (world) => ({
    params: { id: (await world.newRegistration()).id },
  })),
  discardUserRegistration: staffOnly(STAFF_AREAS.factoryRegistration, async (world) => ({
    params: { id: (await world.newRegistration()).id },
  })),
  exportDevices: staffOnly(STAFF_AREAS.registrations, () => ({ query: '?user_registered_dev=true' })),
  listExports: staffOnly(STAFF_FLAGS),
  startExport: staffOnly(STAFF_AREAS.registrations, () => ({ body: { list: 'registrations' } })),
  cancelExport: staffOnly(STAFF_FLAGS, async (world, persona) => ({
    params: { id: (await world.newExport(persona)).id },
  })),
  // New for each persona, because another person's export is a 404 for all flags.
  exportFile: apart(
    staffOnly(STAFF_AREAS.registrations, async (world, persona) => ({
      params: { id: (await world.newExport(persona)).id },
    })),
  ),
  listTickets: staffOnly(STAFF_AREAS.tickets),
  newTicket: staffOnly(STAFF_AREAS.tickets, () => ({
    body: { recipient: 'support@cusp.example', title: 'Help', description: 'Please' },
  })),
  retryTicket: staffOnly(STAFF_AREAS.tickets, async (world) => ({
    params: { id: (await world.newFailedTicket()).id },
  })),
  getStaffDevice: staffOnly(STAFF_AREAS.deviceDetail, async (world) => ({
    params: { id: (await world.newRental()).id },
  })),
} satisfies Record<string, Row>;
