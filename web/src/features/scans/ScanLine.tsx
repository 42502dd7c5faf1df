import { setScan } from '@cusp/contract/files.routes';
import type { ScanClass } from '@cusp/mesh/scan-roles';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { ScanForm } from './ScanForm.tsx';
import classes from './scans.module.css';
import type { ClassifiedFile } from './scans.types.ts';

/**
 * Describes a scan, as in 'Margin line, tooth FDI 36' or 'Pre-op scan, lower jaw'. Scanners always number in FDI, so
 * the text says so.
 */
export function useScanWords(): (scan: ScanClass) => string {
  const { t } = useTranslation('scans');
  return ({ role, jaw, tooth }) => {
    if (tooth) return t('withTooth', { role: t(`roles.${role}`), tooth: `FDI ${tooth}` });
    if (!jaw) return t(`roles.${role}`);
    return role === 'jaw'
      ? t(`jaws.${jaw}`)
      : t('withJaw', { role: t(`roles.${role}`), jaw: t(`jaws.${jaw}`) });
  };
}

/** The class of a file and its source; people who work on the case can correct it. */
export function ScanLine({ file }: { file: ClassifiedFile }) {
  const { t } = useTranslation('scans');
  const words = useScanWords();
  const mayCorrect = useMayCall(setScan);
  const [isOpen, setOpen] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const { scan, filename } = file;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) pencil.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <ScanForm file={file} onClose={() => setOpen(false)} />;
  return (
    <div className={classes.line}>
      <span className={classes.words}>
        {words(scan)} <span className={classes.source}>{t(`by.${scan.by}`)}</span>
      </span>
      {mayCorrect && scan.is_editable && (
        <Tooltip label={t('correct')} withinPortal={false}>
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('correctNamed', { name: filename })}
            onClick={() => setOpen(true)}
          >
            <IconPencil size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
