import { ActionIcon, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../panels.module.css';
import { useOpenPanel } from './open-panel.ts';
import type { ToolId } from './tool-kind.ts';

interface ToolPanelProps {
  id: ToolId;
  /** What stays in sight when the rest is folded away. */
  always?: ReactNode;
  children?: ReactNode;
}

/** The panel of a tool under its name, which stays in sight, with the buttons that fold it and put the tool down. */
export function ToolPanel({ id, always, children }: ToolPanelProps) {
  const { t } = useTranslation('viewer');
  const { isOpen, toggle, close } = useOpenPanel(id);
  const title = t(`toolNames.${id}`);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <section className={styles.toolPanel} aria-label={title}>
      <div className={styles.panelHead}>
        <Text size="sm" fw={600} className={styles.panelTitle}>
          {title}
        </Text>
        {children && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(isOpen ? 'showLess' : 'showMore')}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <Chevron size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('closeTool', { name: title })}
          onClick={close}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {always}
      {isOpen && children}
    </section>
  );
}
