import * as z from 'zod';
import { CARRIER_CODES } from './carriers.ts';
import { endpoint } from './endpoint.ts';
import { BLANK } from './identity.ts';
import * as routes from './shipping.routes.ts';
import { Done, Id, line, Moment } from './wire.ts';

const { name: NAME, number: NUMBER, link: LINK } = routes.SHIPPING_LIMITS;

/** An address that a browser opens without a warning: https, a host with a dot, and no password in it. */
function isSafeLink(link: string): boolean {
  const url = URL.canParse(link) ? new URL(link) : null;
  return (
    url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && url.password === ''
  );
}

const Shipment = z.object({
  id: z.number().int(),
  carrier: z.enum(CARRIER_CODES),
  /** Name of another carrier, entered by the lab; '' for known ones. */
  carrier_name: z.string(),
  /** '' without. */
  number: z.string(),
  /** URL at another carrier; '' without. */
  link: z.string(),
  sent_date: Moment,
  /** '' for a deleted account. */
  sent_by: z.string(),
});
export type Shipment = z.infer<typeof Shipment>;

export const listShipments = endpoint(routes.listShipments, {
  summary: 'Shipments of a case, latest first',
  params: z.object({ id: Id }),
  reply: z.object({
    shipments: z.array(Shipment),
    /** Whether the reader may add one, or remove one. */
    may_ship: z.boolean(),
  }),
});

export const addShipment = endpoint(routes.addShipment, {
  summary: 'Note that the work was sent, with its carrier and tracking number',
  params: z.object({ id: Id }),
  body: z
    .object({
      /** Repeating it adds no second shipment; with other fields it replaces the one that was added with it. */
      key: z.uuid(),
      carrier: z.enum(CARRIER_CODES),
      carrier_name: line(NAME).default(''),
      number: line(NUMBER)
        .refine((number) => /^([a-z0-9][a-z0-9 ./-]*)?$/i.test(number), {
          message: 'Letters and digits only.',
        })
        .default(''),
      link: line(LINK)
        .refine((link) => link === '' || isSafeLink(link), {
          message: 'An address that begins with https://',
        })
        .default(''),
    })
    .superRefine(({ carrier, carrier_name, number }, check) => {
      const missing = (field: string) => check.addIssue({ code: 'custom', message: BLANK, path: [field] });
      if (carrier === 'other' && carrier_name === '') missing('carrier_name');
      if (carrier !== 'other' && number === '') missing('number');
    }),
  reply: Shipment,
  perMinute: 30,
});

export const removeShipment = endpoint(routes.removeShipment, {
  summary: 'Remove a shipment that was noted by mistake',
  params: z.object({ id: Id, shipment: Id }),
  reply: Done,
});
