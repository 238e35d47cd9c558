import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { standardOrder } from '#domain/intake/fusion/precedence-orders.ts';
import type { SourceType } from '#domain/tracking/model.ts';
import { useT } from '#web/i18n/index.ts';
import { useAttributeName, useSourceName } from './AttributeName.tsx';
import { moved } from './draft.ts';

type Props = {
  attribute: string;
  order: readonly SourceType[];
  /** It is not the order the product comes with. */
  differs: boolean;
  disabled: boolean;
  onChange: (order: readonly SourceType[]) => void;
  onReset: () => void;
};

/** What is one fact of booking, legs and milestones; also where people look for the order of a leg. */
const callAttributes: ReadonlySet<string> = new Set([
  'booking.atd',
  'booking.ata',
  'leg.etd',
  'leg.eta',
  'event.actual',
]);

type StepProps = {
  /** The name of the source that is moved. */
  name: string;
  index: number;
  last: number;
  disabled: boolean;
  onStep: (from: number, to: number) => void;
};

/** Moves a source one place up or down; the first place belongs to experts. */
function StepButtons({ name, index, last, disabled, onStep }: StepProps) {
  const t = useT();
  return (
    <>
      <Button
        size="small"
        data-way="up"
        icon={<ArrowUpOutlined />}
        disabled={disabled || index === 1}
        aria-label={t('truth.precedence.up', { name })}
        onClick={() => onStep(index, index - 1)}
      />
      <Button
        size="small"
        data-way="down"
        icon={<ArrowDownOutlined />}
        disabled={disabled || index === last}
        aria-label={t('truth.precedence.down', { name })}
        onClick={() => onStep(index, index + 1)}
      />
    </>
  );
}

/** The order of sources of one attribute: dragged, or moved by buttons. Experts stay first. */
export function OrderEditor({ attribute, order, differs, disabled, onChange, onReset }: Props) {
  const t = useT();
  const nameOf = useAttributeName();
  const sourceName = useSourceName();
  const [dragged, setDragged] = useState<number>();
  const [message, setStated] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number): void => {
    if (to < 1 || to >= order.length || from === to) return;
    onChange(moved(order, from, to));
    setStated(t('truth.precedence.moved', { name: sourceName(order[from] ?? ''), place: to + 1 }));
  };
  /** The button goes along with its source; at the end of the list it is the other one that can be pressed. */
  const step = (from: number, to: number): void => {
    move(from, to);
    const way = to === 1 ? 'down' : to === order.length - 1 ? 'up' : to < from ? 'up' : 'down';
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLButtonElement>(`[data-type="${order[from]}"] [data-way="${way}"]`)?.focus(),
    );
  };
  return (
    <section className="pt-precedence" aria-label={t('truth.precedence.editor', { name: nameOf(attribute) })}>
      <h2>{t('truth.precedence.editor', { name: nameOf(attribute) })}</h2>
      <p className="pt-muted">{t('truth.precedence.editorHint')}</p>
      <ol ref={list}>
        {order.map((type, index) => (
          <li
            key={type}
            data-type={type}
            data-dragged={dragged === index || undefined}
            draggable={!disabled && index > 0}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(index);
            }}
            onDragOver={(event) => {
              if (dragged !== undefined && index > 0) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
              setDragged(undefined);
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            <span className="pt-order-grip" aria-hidden="true">
              {index > 0 && !disabled && <HolderOutlined />}
            </span>
            <span className="pt-order-place">{index + 1}</span>
            <span className="pt-order-name">{sourceName(type)}</span>
            {index === 0 ? (
              <span className="pt-muted">{t('truth.precedence.expertFirst')}</span>
            ) : (
              <StepButtons
                name={sourceName(type)}
                index={index}
                last={order.length - 1}
                disabled={disabled}
                onStep={step}
              />
            )}
          </li>
        ))}
      </ol>
      <p className="pt-sr-only" role="status">
        {message}
      </p>
      {callAttributes.has(attribute) && <p className="pt-muted">{t('truth.precedence.calls')}</p>}
      {attribute !== standardOrder && <p className="pt-muted">{t('truth.precedence.follows')}</p>}
      <Button size="small" disabled={disabled || !differs} onClick={onReset}>
        {t('truth.precedence.reset')}
      </Button>
    </section>
  );
}
