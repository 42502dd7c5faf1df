import { setUnit } from '@cusp/contract/files.routes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import classes from './scans.module.css';
import type { ClassifiedFile } from './scans.types.ts';

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
