import { Fragment, type ReactElement } from 'react';
import type { Block, Inline } from './read-manual.ts';

type Props = {
  blocks: readonly Block[];
  images: ReadonlyMap<string, string>;
  /** Shows another chapter of the manual; undefined when a link leads out of it. */
  follow: (href: string) => (() => void) | undefined;
};

function Line({ line, follow }: { line: readonly Inline[]; follow: Props['follow'] }): ReactElement {
  return (
    <>
      {line.map((part, index) => {
        if (part.kind === 'strong') return <strong key={index}>{part.text}</strong>;
        if (part.kind === 'code') return <code key={index}>{part.text}</code>;
        const go = part.kind === 'link' ? follow(part.href) : undefined;
        if (go === undefined) return <Fragment key={index}>{part.text}</Fragment>;
        return (
          <button key={index} type="button" className="pt-link" onClick={go}>
            {part.text}
          </button>
        );
      })}
    </>
  );
}

function BlockView({ block, images, follow }: Omit<Props, 'blocks'> & { block: Block }): ReactElement | null {
  if (block.kind === 'image') {
    const url = images.get(block.file);
    return url === undefined ? null : <img src={url} alt={block.alt} loading="lazy" />;
  }
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((line, index) => (
          <li key={index}>
            <Line line={line} follow={follow} />
          </li>
        ))}
      </List>
    );
  }
  const Tag = block.kind === 'heading' ? 'h3' : 'p';
  return (
    <Tag>
      <Line line={block.line} follow={follow} />
    </Tag>
  );
}

/** A chapter as it is read; text becomes elements one by one, so that no markup of a text is ever run. */
export function ManualText({ blocks, images, follow }: Props): ReactElement {
  return (
    <div className="pt-manual">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} images={images} follow={follow} />
      ))}
    </div>
  );
}
