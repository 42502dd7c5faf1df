import { setScan } from '@cusp/contract/files.routes';
import { hasTooth, isFdiTooth, jawOfTooth, rolesFor, type ScanChoice } from '@cusp/mesh/classify-scan';
import type { ScanRole } from '@cusp/mesh/scan-roles';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import classes from './scans.module.css';
import type { ClassifiedFile } from './scans.types.ts';

const FIRST = 11;
const LAST = 85;

/** FDI numbers of a jaw, permanent teeth before primary ones. */
const teethOf = (jaw: 'upper' | 'lower'): number[] =>
  Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i).filter(
    (tooth) => isFdiTooth(tooth) && jawOfTooth(tooth) === jaw,
  );

const JAWS = ['upper', 'lower'] as const;

interface ScanFormProps {
  file: ClassifiedFile;
  onClose(): void;
}

/** Classifies a scan by hand. Uses native selects because they also open above a fullscreen view. */
export function ScanForm({ file, onClose }: ScanFormProps) {
  const { t } = useTranslation('scans');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const { scan, filename, id } = file;
  const [choice, setChoice] = useState<ScanChoice>({
    role: scan.role,
    jaw: scan.jaw ?? null,
    tooth: scan.tooth ?? null,
  });
  const change = useSubmit(setScan, { onSuccess: onClose });
  const send = (next: ScanChoice | null) => change.mutate({ params: { id }, body: { scan: next } });
  const pickRole = (role: ScanRole) =>
    setChoice((before) => ({ ...before, role, tooth: hasTooth(role) ? before.tooth : null }));
  const pickTooth = (tooth: number | null) =>
    setChoice((before) => ({ ...before, tooth, jaw: tooth ? jawOfTooth(tooth) : before.jaw }));
  return (
    <form
      className={classes.form}
      aria-label={t('correctNamed', { name: filename })}
      onSubmit={(event) => {
        event.preventDefault();
        send(choice);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Keeps Escape from closing the surrounding dialog as well.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <NativeSelect
        size="xs"
        label={t('role')}
        autoFocus
        value={choice.role}
        onChange={(event) => pickRole(event.currentTarget.value as ScanRole)}
        data={rolesFor(filename).map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      />
      <NativeSelect
        size="xs"
        label={t('jaw')}
        disabled={choice.tooth !== null}
        value={choice.jaw ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setChoice((before) => ({ ...before, jaw: JAWS.find((jaw) => jaw === value) ?? null }))
        }
        data={[
          { value: '', label: t('noJaw') },
          ...JAWS.map((jaw) => ({ value: jaw, label: t(`jaws.${jaw}`) })),
        ]}
      />
      {hasTooth(choice.role) && (
        <NativeSelect
          size="xs"
          label={t('tooth')}
          value={String(choice.tooth ?? '')}
          onChange={({ currentTarget: { value } }) => pickTooth(value === '' ? null : Number(value))}
          data={[
            { value: '', label: t('noTooth') },
            ...JAWS.map((jaw) => ({ group: t(`jaws.${jaw}`), items: teethOf(jaw).map(String) })),
          ]}
        />
      )}
      {change.error && (
        <p className={classes.error} role="alert">
          {errorText(errors, change.error)}
        </p>
      )}
      <p className={classes.source}>{t('kept')}</p>
      <div className={classes.buttons}>
        <Button type="submit" size="compact-sm" loading={change.isPending}>
          {common('save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        {scan.by === 'person' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={change.isPending}
            onClick={() => send(null)}
          >
            {t('forget')}
          </Button>
        )}
      </div>
    </form>
  );
}
