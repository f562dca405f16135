import { Logger } from '@nestjs/common';
import {
  InputRefused,
  NoSuchEntity,
  NotSignedIn,
  required,
  RightMissing,
  sentence,
  TooManyRequests,
  Unavailable,
  wrongType,
} from '../kernel/index.js';
import { BodyTimeout } from '../web/index.js';
import { faultDocument, faultOf } from './faults.js';
import { AddressRefused, InvalidXml, ProcedureNotPresent, VersionMismatch } from './soap-errors.js';
import { SOAP_11, SOAP_12 } from './versions.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://x/soap/default?services=a%2Cb';

const documentOf = (error: Error, version = SOAP_12): string =>
  faultDocument(faultOf(error, 'GET /x'), version, NAMESPACE);

describe('a fault (soap.md, "Faults")', () => {
  it.each([
    ['400', new InputRefused(required('sku')), 200, 400, 'sender'],
    ['401', new NotSignedIn('self'), 200, 401, 'sender'],
    ['403', new RightMissing('A::b'), 200, 403, 'sender'],
    ['404', new NoSuchEntity('id', 9), 200, 404, 'sender'],
    ['408', new BodyTimeout('slow'), 200, 408, 'sender'],
    ['429', new TooManyRequests(5), 200, 429, 'sender'],
    ['503', new Unavailable(5), 200, 503, 'receiver'],
    ['a rejected address', new AddressRefused('no'), 200, 400, 'sender'],
    ['invalid XML', new InvalidXml(), 500, 500, 'receiver'],
    ['an unknown SOAP version', new VersionMismatch(), 500, 400, 'VersionMismatch'],
    ['an unknown operation', new ProcedureNotPresent(), 500, 400, 'sender'],
    ['a bug', new Error('boom'), 500, 500, 'receiver'],
  ])('has the status and code for %s', (_, error, status, restStatus, code) => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    expect(faultOf(error, 'GET /x')).toMatchObject({ status, restStatus, code });
    log.mockRestore();
  });

  it('has unfilled placeholders with their escaped values in SOAP 1.2', () => {
    expect(documentOf(new NoSuchEntity('<id>', '&'))).toBe(
      `${HEAD}<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body><env:Fault>` +
        '<env:Code><env:Value>env:Sender</env:Value></env:Code>' +
        '<env:Reason><env:Text xml:lang="en">No such entity with %fieldName = %fieldValue</env:Text></env:Reason>' +
        `<env:Detail><m:GenericFault xmlns:m="${NAMESPACE}"><m:Parameters>` +
        '<m:GenericFaultParameter><m:key>fieldName</m:key><m:value>&lt;id&gt;</m:value></m:GenericFaultParameter>' +
        '<m:GenericFaultParameter><m:key>fieldValue</m:key><m:value>&amp;</m:value></m:GenericFaultParameter>' +
        '</m:Parameters></m:GenericFault></env:Detail></env:Fault></env:Body></env:Envelope>\n',
    );
  });

  it('has its own format in SOAP 1.1', () => {
    expect(documentOf(new NoSuchEntity('id', 9), SOAP_11)).toBe(
      `${HEAD}<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><env:Fault>` +
        '<faultcode>env:Client</faultcode>' +
        '<faultstring xml:lang="en">No such entity with %fieldName = %fieldValue</faultstring>' +
        `<detail><m:GenericFault xmlns:m="${NAMESPACE}"><m:Parameters>` +
        '<m:GenericFaultParameter><m:key>fieldName</m:key><m:value>id</m:value></m:GenericFaultParameter>' +
        '<m:GenericFaultParameter><m:key>fieldValue</m:key><m:value>9</m:value></m:GenericFaultParameter>' +
        '</m:Parameters></m:GenericFault></detail></env:Fault></env:Body></env:Envelope>\n',
    );
    expect(documentOf(new InvalidXml(), SOAP_11)).toContain('<faultcode>env:Server</faultcode>');
    expect(documentOf(new VersionMismatch(), SOAP_11)).toContain('<faultcode>env:VersionMismatch</faultcode>');
  });

  it('lists several errors, and unnamed parameters by number', () => {
    const text = documentOf(new InputRefused(required('sku'), required('name')));
    expect(text).toContain(
      '<m:WrappedErrors><m:WrappedError><m:message>&quot;%fieldName&quot; is required. Enter and try again.</m:message>' +
        '<m:parameters><m:parameter><m:key>fieldName</m:key><m:value>sku</m:value></m:parameter></m:parameters></m:WrappedError>',
    );
    const sorted = documentOf(new InputRefused(sentence('%1 or %2', ['ASC', 'DESC'])));
    expect(sorted).toContain('<m:key>1</m:key><m:value>ASC</m:value>');
    expect(sorted).toContain('<m:key>2</m:key><m:value>DESC</m:value>');
  });

  it('has escaped text in both versions', () => {
    const text = '>&lt;a&gt; &amp; &quot;b&quot;</';
    for (const version of [SOAP_11, SOAP_12])
      expect(documentOf(InputRefused.sentence('<a> & "b"'), version)).toContain(text);
  });

  it('has no empty detail, and a subcode for an unknown procedure', () => {
    const text = documentOf(new ProcedureNotPresent());
    expect(text).not.toContain('Detail');
    expect(text).toContain(
      '<env:Code><env:Value>env:Sender</env:Value><env:Subcode>' +
        '<env:Value xmlns:rpc="http://www.w3.org/2003/05/soap-rpc">rpc:ProcedureNotPresent</env:Value></env:Subcode></env:Code>',
    );
    expect(documentOf(new InputRefused(wrongType('id', 'x', 'int')))).not.toContain('Detail');
  });
});
