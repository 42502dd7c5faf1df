import { setUnit } from '@cusp/contract/files.routes';
import { millimetresIn, type ScanUnit, unitsFor } from '@cusp/mesh/scan-units';
import { Alert, Button } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import classes from './scans.module.css';
import type { ClassifiedFile, UnitQuestion } from './scans.types.ts';

interface UnitQuestionsProps {
  questions: readonly UnitQuestion[];
  className?: string;
}

/**
 * Asks for the unit of scans whose size is impossible in millimetres. Read-only viewers see a notice instead. Once
 * closed it returns on the next opening; until it is answered, lengths carry a mark.
 */
export function UnitQuestions({ questions, className }: UnitQuestionsProps) {
  const { t } = useTranslation('scans');
  const { t: common } = useTranslation('common');
  const [closed, setClosed] = useState<readonly number[]>([]);
  const open = questions.filter(({ id }) => !closed.includes(id));
  if (open.length === 0) return null;
  return (
    <Alert
      className={className}
      classNames={{ title: classes.unitTitle }}
      color="yellow"
      icon={<IconRuler2 aria-hidden />}
      title={t('unit.title', { count: open.length })}
      role="status"
      withCloseButton
      closeButtonLabel={common('close')}
      onClose={() => setClosed(questions.map(({ id }) => id))}
    >
      <ul className={classes.unitList}>
        {open.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </ul>
    </Alert>
  );
}

function Question({ question }: { question: UnitQuestion }) {
  const { id, filename, role, size } = question;
  const isEditable = useMayCall(setUnit) && question.isEditable;
  const { t, i18n } = useTranslation('scans');
  const { t: errors } = useTranslation('errors');
  const change = useSubmit(setUnit);
  const format = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 3 });
  const across = (unit: ScanUnit) => `${format.format(size * millimetresIn[unit])} mm`;
  const answer = (unit: ScanUnit) => change.mutate({ params: { id }, body: { unit } });
  return (
    <li>
      <p className={classes.unitText}>
        <strong>{filename}</strong>: {t('unit.size', { size: across('mm') })}{' '}
        {t(isEditable ? 'unit.ask' : 'unit.waiting')}
      </p>
      {isEditable && (
        <div className={classes.buttons}>
          {unitsFor(role, size).map((unit, place) => (
            <Button
              key={unit}
              size="compact-sm"
              variant={place === 0 ? 'filled' : 'default'}
              loading={change.isPending && change.variables?.body.unit === unit}
              disabled={change.isPending}
              onClick={() => answer(unit)}
            >
              {t('unit.as', { unit: t(`unit.names.${unit}`), size: across(unit) })}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending && change.variables?.body.unit === 'mm'}
            disabled={change.isPending}
            onClick={() => answer('mm')}
          >
            {t('unit.right', { size: across('mm') })}
          </Button>
        </div>
      )}
      {change.error && (
        <p className={classes.error} role="alert">
          {errorText(errors, change.error)}
        </p>
      )}
    </li>
  );
}

/** The unit that a person set for a scan; people who work on the case can undo it and are then asked again. */
export function UnitLine({ file: { id, filename, scan } }: { file: ClassifiedFile }) {
  const { t } = useTranslation('scans');
  const { t: errors } = useTranslation('errors');
  const mayChange = useMayCall(setUnit);
  const change = useSubmit(setUnit);
  if (!scan.unit) return null;
  return (
    <div className={classes.line}>
      <span className={classes.words}>
        {t('unit.said', { unit: t(`unit.names.${scan.unit}`) })}{' '}
        <span className={classes.source}>{t('by.person')}</span>
        {change.error && (
          <span className={classes.error} role="alert">
            {' '}
            {errorText(errors, change.error)}
          </span>
        )}
      </span>
      {mayChange && scan.is_editable && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={t('unit.forgetNamed', { name: filename })}
          loading={change.isPending}
          onClick={() => change.mutate({ params: { id }, body: { unit: null } })}
        >
          {t('unit.forget')}
        </Button>
      )}
    </div>
  );
}
