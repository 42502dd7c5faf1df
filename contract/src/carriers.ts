/** A number replaces `{no}`. */
const carrier = (name: string, link: string) => ({ name, link });

/** Common carriers, with the URL of a shipment. */
export const CARRIERS = {
  brt: carrier('BRT', 'https://vas.brt.it/vas/sped_det_show.hsm?referer=sped_numspe_par.htm&Nspediz={no}'),
  chronopost: carrier(
    'Chronopost',
    'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={no}',
  ),
  cj: carrier('CJ대한통운', 'https://trace.cjlogistics.com/next/tracking.html?wblNo={no}'),
  correios: carrier('Correios', 'https://rastreamento.correios.com.br/app/index.php?objetos={no}'),
  correos: carrier(
    'Correos',
    'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={no}',
  ),
  dhl: carrier('DHL', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={no}'),
  dpd: carrier('DPD', 'https://tracking.dpd.de/status/en_US/parcel/{no}'),
  epost: carrier('우체국택배', 'https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1={no}'),
  fedex: carrier('FedEx', 'https://www.fedex.com/fedextrack/?trknbr={no}'),
  gls: carrier('GLS', 'https://gls-group.com/GROUP/en/parcel-tracking?match={no}'),
  hanjin: carrier(
    '한진택배',
    'https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&wblnumText2={no}',
  ),
  inpost: carrier('InPost', 'https://inpost.pl/sledzenie-przesylek?number={no}'),
  laposte: carrier('La Poste, Colissimo', 'https://www.laposte.fr/outils/suivre-vos-envois?code={no}'),
  poczta: carrier('Poczta Polska', 'https://emonitoring.poczta-polska.pl/?numer={no}'),
  royalmail: carrier('Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/{no}'),
  ups: carrier('UPS', 'https://www.ups.com/track?tracknum={no}'),
  usps: carrier('USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels={no}'),
} as const;

type KnownCarrier = keyof typeof CARRIERS;

export const isKnownCarrier = (code: string): code is KnownCarrier => Object.hasOwn(CARRIERS, code);

/** Known carriers, and `other`: any other one, named by the lab. */
export const CARRIER_CODES = [...(Object.keys(CARRIERS) as KnownCarrier[]), 'other'] as const;

/** Tracking page of a shipment; null if it is not known. Only `https` links are accepted. */
export function trackingLink({ carrier, number, link }: { carrier: string; number: string; link: string }) {
  if (isKnownCarrier(carrier))
    return CARRIERS[carrier].link.replace('{no}', encodeURIComponent(number.replace(/\s/g, '')));
  return link.startsWith('https://') ? link : null;
}
