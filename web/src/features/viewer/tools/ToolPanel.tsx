import { Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../panels.module.css';
import { ToolButton } from '../ToolButton.tsx';
import { useOpenPanel } from './open-panel.ts';
import type { ToolId } from './tool-kind.ts';

interface ToolPanelProps {
  id: ToolId;
  /** Content that stays visible when collapsed. */
  always?: ReactNode;
  children?: ReactNode;
}

/** The panel of a tool with its name and buttons to collapse it and to close the tool. */
export function ToolPanel({ id, always, children }: ToolPanelProps) {
  const { t } = useTranslation('viewer');
  const { isOpen, toggle, close } = useOpenPanel(id);
  const title = t(`toolNames.${id}`);
  return (
    <section className={styles.toolPanel} aria-label={title}>
      <div className={styles.panelHead}>
        <Text size="sm" fw="var(--weight-strong)" className={styles.panelTitle}>
          {title}
        </Text>
        {children && (
          <ToolButton
            icon={isOpen ? IconChevronUp : IconChevronDown}
            label={t(isOpen ? 'showLess' : 'showMore')}
            side="left"
            size="md"
            aria-expanded={isOpen}
            onClick={toggle}
          />
        )}
        <ToolButton
          icon={IconX}
          label={t('closeTool', { name: title })}
          side="left"
          size="md"
          onClick={close}
        />
      </div>
      {always}
      {isOpen && children}
    </section>
  );
}
