import type { NumberSystem } from '@cusp/contract/cases';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconHistory } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryList } from './HistoryList.tsx';
import classes from './history.module.css';

interface HistorySectionProps {
  /** The case as it is shown; a newer one has a newer history. */
  dentalCase: { id: number };
  /** How the reader counts teeth. */
  system: NumberSystem;
}

/** Who did what on a case. It is asked for when somebody opens it. */
export function HistorySection({ dentalCase, system }: HistorySectionProps) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={classes.section} aria-label={t('title')}>
      <h3 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconHistory size={18} stroke={1.6} aria-hidden />
          {t('title')}
          <IconChevronDown
            className={classes.chevron}
            data-open={isOpen || undefined}
            size={16}
            aria-hidden
          />
        </UnstyledButton>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <HistoryList key={dentalCase.id} dentalCase={dentalCase} system={system} />}
      </div>
    </section>
  );
}
