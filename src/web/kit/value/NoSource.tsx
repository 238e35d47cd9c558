import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';

const sourcesRoute = '/sources';

type Props = {
  /** What is missing, as the server says it. */
  text: string;
  /** Whom to connect; the connect dialog opens with it. */
  carrierCode: string | null;
};

const connectHref = (carrierCode: string | null): string =>
  makeHref(sourcesRoute, carrierCode === null ? {} : { connect: carrierCode });

/** The sentence that names what is missing so that a source can answer, with the way there for those who may go it. */
export function NoSource({ text, carrierCode }: Props) {
  const t = useT();
  const isAble = useMay(sourcesRoute);
  return (
    <>
      {text}{' '}
      {isAble && (
        <GoLink className="pt-underlined" href={connectHref(carrierCode)}>
          {t('value.toSources')}
        </GoLink>
      )}
    </>
  );
}

/** The same as a mark in a row; the sentence shows when it is pointed at, and leads to the sources. */
export function NoSourceTag({ text, carrierCode }: Props) {
  const t = useT();
  const isAble = useMay(sourcesRoute);
  const tag = (
    <span className="pt-tag" data-tone="warn" title={text}>
      {t('value.noSource')}
    </span>
  );
  return isAble ? <GoLink href={connectHref(carrierCode)}>{tag}</GoLink> : tag;
}
