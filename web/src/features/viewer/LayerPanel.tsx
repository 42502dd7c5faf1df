import { ActionIcon, Anchor, Slider, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../ui/FileRow.tsx';
import type { LayerId, LeftOutFile, ViewerFile } from '../../viewer/plan-scene.ts';
import { ScanLine, UnitLine } from '../scans/scans.offers.tsx';
import styles from './panels.module.css';
import type { Front } from './use-front.ts';
import { dock } from './use-insets.ts';
import type { Layer } from './use-layers.ts';

const groups = ['upper', 'lower', 'other'] as const;

interface LayerPanelProps {
  layers: Layer[];
  files: readonly ViewerFile[];
  leftOut: readonly LeftOutFile[];
  front: Front;
}

/** Opacity and visibility of each layer, by jaw. */
export function LayerPanel({ layers, files, leftOut, front }: LayerPanelProps) {
  const { t } = useTranslation('viewer');
  return (
    <section className={styles.layers} aria-label={t('layers')} {...dock}>
      {groups.map((group) => {
        const own = layers.filter(({ id }) => id.startsWith(group));
        if (own.length === 0) return null;
        return (
          <fieldset key={group} className={styles.group}>
            <legend>
              <Text size="xs" fw="var(--weight-strong)">
                {t(`groups.${group}`)}
              </Text>
            </legend>
            {own.map((layer) => (
              <LayerRow key={layer.id} layer={layer} />
            ))}
          </fieldset>
        );
      })}
      <ScanList files={files} leftOut={leftOut} />
      <FrontRow front={front} />
    </section>
  );
}

function partOf(id: LayerId): 'preop' | 'jaw' | 'scanbody' | 'other' {
  if (id.endsWith('preop')) return 'preop';
  if (id.endsWith('jaw')) return 'jaw';
  return id.endsWith('scanbody') ? 'scanbody' : 'other';
}

function LayerRow({ layer }: { layer: Layer }) {
  const { t, i18n } = useTranslation('viewer');
  const percent = (opacity: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(opacity / 100);
  const name = t(`layerNames.${layer.id}`);
  const part = t(`parts.${partOf(layer.id)}`);
  const Eye = layer.isShown ? IconEye : IconEyeOff;
  return (
    <div className={styles.row}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-pressed={layer.isShown}
        aria-label={t('showLayer', { name })}
        onClick={layer.toggle}
      >
        <Eye size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" className={styles.rowName} title={name}>
        {part}
      </Text>
      <Slider
        className={styles.slider}
        size="sm"
        min={0}
        max={100}
        value={layer.opacity}
        disabled={!layer.isShown}
        label={null}
        thumbLabel={t('opacityOf', { name })}
        thumbValueText={percent(layer.opacity)}
        onChange={layer.setOpacity}
      />
      <Text size="xs" className={styles.rowValue}>
        {percent(layer.opacity)}
      </Text>
    </div>
  );
}

/** Where the orientation comes from, with a button to set it by hand. */
function FrontRow({ front }: { front: Front }) {
  const { t } = useTranslation('viewer');
  return (
    <div className={styles.frontRow}>
      <Text size="xs">
        <strong>{t('front.title')}</strong> {t(`front.source.${front.source}`)}
      </Text>
      {front.canMark && !front.isOpen && (
        <Anchor component="button" type="button" size="xs" onClick={front.ask}>
          {front.hasMark ? t('front.change') : t('front.mark')}
        </Anchor>
      )}
    </div>
  );
}

/** The class of each scan of the case, including those not shown in 3D. */
function ScanList({ files, leftOut }: { files: readonly ViewerFile[]; leftOut: readonly LeftOutFile[] }) {
  const { t } = useTranslation(['scans', 'viewer']);
  const scans = files.flatMap(({ scan, ...file }) => (scan ? [{ ...file, scan }] : []));
  if (scans.length === 0) return null;
  return (
    <details className={styles.scans}>
      <summary>{t('list')}</summary>
      <ul className={styles.scanList}>
        {scans.map((file) => (
          <li key={file.id}>
            <FileName name={file.filename} />
            <ScanLine file={file} />
            <UnitLine file={file} />
            {leftOut
              .filter((each) => each.file.id === file.id)
              .map(({ reason, shown }) => (
                <Text key={reason} size="xs">
                  {t('viewer:leftOut.inList', {
                    reason: t(`viewer:leftOut.${reason}`, { name: shown ?? '' }),
                  })}
                </Text>
              ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
