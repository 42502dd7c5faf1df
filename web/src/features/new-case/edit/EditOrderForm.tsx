import type { Order } from '@cusp/contract/orders';
import type { Missing } from '@cusp/dental/completeness';
import { changedTeeth } from '@cusp/dental/order-changes';
import { Alert, Button, Checkbox, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ChangeList } from '../../orders/orders.offers.tsx';
import { FIELD } from '../field-ids.ts';
import { OrderFormFrame, useOrderChecks } from '../OrderFormFrame.tsx';
import { ObstacleList } from '../panel/ObstacleList.tsx';
import { DeliverySection } from '../sections/DeliverySection.tsx';
import { PatientSection } from '../sections/PatientSection.tsx';
import { Section } from '../sections/Section.tsx';
import { TeethSection } from '../teeth/TeethSection.tsx';
import { useRestorations } from '../teeth/use-restorations.tsx';
import classes from './edit-order.module.css';
import { useOrderEdit } from './use-order-edit.tsx';

/** The form of a sent order: everything but recipient and files, with a list of the changes. */
export function EditOrderForm({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'new-case', 'common']);
  const work = useOrderEdit(order);
  const { base, fields, edit, changes, missing } = work;
  const chart = useRestorations(fields, edit);
  const [isTried, setTried] = useState(false);
  const marked = useMemo(() => changedTeeth(changes), [changes]);
  const { problems, obstacles, unread, longNote, missingAbout, problemAbout, lead } = useOrderChecks(
    fields,
    missing,
    chart,
    base.fields,
  );
  const shown = isTried ? missing : NOTHING;
  const errorOf = (code: Missing['code']) => (isTried ? missingAbout(code) : null);
  const save = () => {
    setTried(true);
    const [first] = obstacles;
    if (first) lead(first);
    else void work.save();
  };
  const name = base.to.name || t('somebody');
  const recipient = [base.to.institution, name].filter(Boolean).join(' – ');
  const count = changes.length === 0 ? t('panel.none') : t('panel.changes', { count: changes.length });
  const saveButton = (
    <Button size="md" loading={work.isLocked} disabled={changes.length === 0 || !work.isNew} onClick={save}>
      {t(`save.${base.mode}`)}
    </Button>
  );
  return (
    <OrderFormFrame
      title={t('edit.title', { no: base.no })}
      back={<BackLink to={work.toCase} text={t('edit.toCase')} replace />}
      notice={
        work.notice && (
          <Alert
            className={classes.notice}
            color="orange"
            role="alert"
            icon={<IconAlertTriangle size={18} aria-hidden />}
          >
            {work.notice}
          </Alert>
        )
      }
      isLocked={work.isLocked}
      label={t('panel.label')}
      panel={
        <>
          <p className={classes.mode}>
            <IconInfoCircle size={18} stroke={1.7} aria-hidden />
            <span>
              {t(`mode.${base.mode}`, { name })}
              {base.proposal && ` ${t('mode.replaces')}`}
            </span>
          </p>
          <div>
            <h2 className={classes.title} aria-live="polite">
              {count}
            </h2>
            <ChangeList changes={changes} system={fields.numberSystem} />
          </div>
          {obstacles.length > 0 && <ObstacleList obstacles={obstacles} fields={fields} onChoose={lead} />}
        </>
      }
      action={saveButton}
      status={<span className={classes.count}>{count}</span>}
    >
      <Section title={t('new-case:recipient.title')} summary={recipient}>
        <Text className={classes.fixed}>{recipient}</Text>
        <Text className={classes.hint}>{t('edit.recipientFixed')}</Text>
      </Section>
      <PatientSection
        patient={fields.patient}
        edit={edit}
        error={errorOf('patient_name')}
        birthdateError={problemAbout(['birthdate_future', 'birthdate_too_early'])}
        onUnread={unread.onBirthdate}
      />
      <TeethSection
        fields={fields}
        chart={chart}
        edit={edit}
        missing={shown}
        problems={problems}
        error={errorOf('restoration_or_reason')}
        marked={marked}
      />
      <Section title={t('new-case:files.title')}>
        <div id={FIELD.files}>
          <Text className={classes.hint} mb="sm">
            {t('edit.filesStay')}
          </Text>
          <Checkbox
            checked={fields.scansFollow}
            onChange={({ currentTarget: { checked } }) => edit((now) => ({ ...now, scansFollow: checked }))}
            label={t('new-case:files.scansFollow')}
            description={t('new-case:files.scansFollowHint')}
            error={errorOf('scans')}
          />
        </div>
      </Section>
      <DeliverySection
        deliveryDate={fields.deliveryDate}
        note={longNote.text || fields.note}
        onLongNote={longNote.setText}
        edit={edit}
        error={missingAbout('delivery_date_past', 'delivery_date_far')}
        onUnread={unread.onDelivery}
        kept={base.fields.deliveryDate}
        appointment={{
          appointment: fields.appointment,
          calendar: base.calendar,
          isSent: true,
          error: missingAbout('appointment_past', 'appointment_far'),
          onUnread: unread.onAppointment,
          kept: base.fields.appointment,
        }}
      />
    </OrderFormFrame>
  );
}

const NOTHING: readonly Missing[] = [];
