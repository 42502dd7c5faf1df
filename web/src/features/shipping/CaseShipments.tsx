import { CARRIERS, isKnownCarrier, trackingLink } from '@cusp/contract/carriers';
import type { CaseDetail } from '@cusp/contract/cases';
import type { Shipment } from '@cusp/contract/shipping';
import { listShipments, removeShipment } from '@cusp/contract/shipping.routes';
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconExternalLink, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './shipping.module.css';

const ShipDialog = lazy(() => import('./ShipDialog.tsx'));

/** Shipments, for both sides. Renders nothing if there are none and none can be added. */
export function CaseShipments({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('shipping');
  const { id, no, status } = dentalCase;
  const mayRead = useMayCall(listShipments);
  const { data, error, refetch } = useCall(
    listShipments,
    { params: { id } },
    // The permitted shipments depend on the status.
    ['shipments', id, status.code],
    { enabled: mayRead },
  );
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  if (!mayRead || (!data && !error)) return null;
  if (data && data.shipments.length === 0 && !data.may_ship) return null;
  return (
    <section
      className={classes.section}
      aria-labelledby="shipping-title"
      data-empty={data?.shipments.length === 0 || undefined}
    >
      <div className={classes.head}>
        <h3 id="shipping-title" className={classes.heading}>
          {t('title')}
        </h3>
        {data?.may_ship && (
          <Button size="xs" variant="default" onClick={() => setDialog('open')}>
            {t('add')}
          </Button>
        )}
      </div>
      {!data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        data.shipments.length > 0 && (
          <ul className={classes.list}>
            {data.shipments.map((shipment) => (
              <ShipmentLine key={shipment.id} caseId={id} shipment={shipment} mayRemove={data.may_ship} />
            ))}
          </ul>
        )
      )}
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <ShipDialog caseId={id} no={no} opened={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </section>
  );
}

interface LineProps {
  caseId: number;
  shipment: Shipment;
  mayRemove: boolean;
}

/** One shipment, with a link to its carrier; if a lab wrote the link, its host is shown. */
function ShipmentLine({ caseId, shipment, mayRemove }: LineProps) {
  const { t } = useTranslation('shipping');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const { dateTime } = useFormat();
  const confirm = useConfirm();
  const remove = useSubmit(removeShipment, { onError: (error) => toastError(errorText(words, error)) });
  const { id, carrier, carrier_name, number, sent_by, sent_date } = shipment;
  const name = isKnownCarrier(carrier) ? CARRIERS[carrier].name : carrier_name;
  const link = trackingLink(shipment);
  const host = link && !isKnownCarrier(carrier) ? new URL(link).hostname : '';
  const askAndRemove = async () => {
    const content = t('remove.text', { name: [name, number].filter(Boolean).join(' ') });
    if (await confirm({ title: t('remove.title'), content, ok: t('remove.ok'), danger: true }))
      remove.mutate({ params: { id: caseId, shipment: id } });
  };
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <strong className={classes.name}>
          {name}
          {number && <span className={classes.number}> {number}</span>}
        </strong>
        <span className={classes.quiet}>
          {t('by', { name: sent_by || common('unknown'), time: dateTime(sent_date) })}
        </span>
      </div>
      {link && (
        <Anchor className={classes.track} href={link} target="_blank" rel="noopener noreferrer">
          {t('track')}
          {host && ` (${host})`}
          <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
      {mayRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${t('remove.ok')}: ${name} ${number}`}
          loading={remove.isPending}
          onClick={() => void askAndRemove()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
