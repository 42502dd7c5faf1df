import { ActionIcon, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '../viewer.module.css';

interface PanelHeadProps {
  title: string;
  /** Whether all of the panel is shown. */
  isOpen: boolean;
  onToggle(): void;
}

/** The name of a panel, which stays in sight, and the button that folds it. */
export function PanelHead({ title, isOpen, onToggle }: PanelHeadProps) {
  const { t } = useTranslation('viewer');
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <div className={styles.panelHead}>
      <Text size="sm" fw={600} className={styles.panelTitle}>
        {title}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(isOpen ? 'showLess' : 'showMore')}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Chevron size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
