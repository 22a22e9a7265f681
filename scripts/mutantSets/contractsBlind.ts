/** A hand-written mutant: in `file`, the first `find` at or after `anchor` becomes `replace` while it is on. */
export type ContractMutant = readonly [file: string, anchor: string, find: string, replace: string]

const mayOpen = 'if (msg.sender != config.executor) revert NotExecutor(config.executor, msg.sender);'
const names = 'IntentTypes.names(b.calls, tokens[k])'
const isFirst = 'msg.sender != config.executor && msg.sender != config.owner'

/** Written from contracts/src alone, without knowing the tests. Judged by the suites of that time and of today. */
export const wallet: readonly ContractMutant[] = [
  [
    'IntentWallet',
    '',
    'block.timestamp < config.openAt',
    'block.timestamp < config.openAt && msg.sender != config.refundReceiver',
  ],
  [
    'IntentWallet',
    '',
    '_runCommitted(config, calls, space, nonce, false);',
    '_runCommitted(config, calls, space, nonce, config.openAt <= block.timestamp);',
  ],
  [
    'IntentWallet',
    'function executeAsExecutor',
    mayOpen,
    'if (msg.sender != config.executor && tx.origin != config.owner) revert NotExecutor(config.executor, msg.sender);',
  ],
  ['IntentWallet', 'bool bySignature', '!_isOwner(config)', '!_isOwner(config) && signature.length != 0'],
  [
    'IntentWallet',
    '',
    'Signatures.isValid(config.owner, signed, signature)',
    'Signatures.isValid(config.owner, signed, signature) || Signatures.isValid(config.owner, digest, signature)',
  ],
  [
    'IntentWallet',
    '',
    'Signatures.isValid(config.owner, signed, signature)',
    'Signatures.isValid(config.owner, signed, signature) || Signatures.isValid(config.refundReceiver, signed, signature)',
  ],
  [
    'IntentWallet',
    '',
    '_run(calls, digest, bySignature);',
    '_run(calls, digest, bySignature && block.timestamp < config.refundAt);',
  ],
  [
    'IntentWallet',
    'function refund(',
    'block.timestamp < config.refundAt && !_isOwner(config)',
    'block.timestamp < config.refundAt && !_isOwner(config) && msg.sender != config.refundReceiver',
  ],
  [
    'IntentWallet',
    'function refund(',
    '_refund(config.refundReceiver, tokens);',
    '_refund(_isOwner(config) ? config.owner : config.refundReceiver, tokens);',
  ],
  [
    'IntentWallet',
    'function refundUnused(',
    'batches.length != config.batches.length',
    'batches.length > config.batches.length',
  ],
  ['IntentWallet', 'function refundUnused(', 'digest != config.batches[i]', '!_contains(config.batches, digest)'],
  ['IntentWallet', '', names, `k == 0 && ${names}`],
  ['IntentWallet', '', names, `i == 0 && ${names}`],
  ['IntentWallet', '', 'msg.sender != address(this)', 'msg.sender != address(this) && msg.sender != ROUTER'],
  ['IntentWallet', '', 'msg.sender == config.owner && msg.sender != ROUTER', 'msg.sender == config.owner'],
  ['IntentWallet', '', 'msg.sender != ROUTER && msg.sender != config.executor', 'msg.sender != ROUTER'],
  ['IntentWallet', '', '!moved && failure.length != 0', '!moved && failedToken != address(0)'],
  [
    'IntentWallet',
    '',
    'emit Refunded(tokens[i], receiver, amount, nativeBefore, address(this).balance);',
    'emit Refunded(tokens[i], receiver, amount, nativeBefore, nativeBefore);',
  ],
  ['IntentWallet', '', 'itsWallet != address(this)', 'itsWallet != address(this) && config.batches.length != 0'],
  ['IntentWallet', '', 'digests[i] == digest', 'i < 2 && digests[i] == digest'],
  ['IntentWallet', '', 'block.timestamp >= config.refundAt', 'strict && block.timestamp >= config.refundAt'],
  ['IntentWallet', '', 'count > MAX_CALLS', 'count > MAX_CALLS + 1'],
  [
    'IntentWallet',
    'function _begin',
    'nonceUsed[space][nonce]',
    'nonceUsed[space][nonce] && space < type(uint128).max',
  ],
  [
    'IntentWallet',
    '',
    'if (strict) revert StrictRunFailed(cause, causeReason);',
    'if (strict && i < 17) revert StrictRunFailed(cause, causeReason);',
  ],
  ['IntentWallet', '', 'c.behaviorOnError == STOP && strict', 'c.behaviorOnError == STOP && strict && !done'],
  ['IntentWallet', '', 'failed |= 1 << i;', 'failed |= 1 << (i & 0x7f);'],
  ['IntentWallet', '', 'if (!failing) (cause, causeReason) = (i, reason);', '{ cause = i; causeReason = reason; }'],
  ['IntentWallet', '', 'failing = true;', 'failing = !c.onlyFallback;'],
  [
    'IntentWallet',
    '// What succeeded before does not earn',
    'Transient.set(Transient.SUCCESS, false);',
    'if (!done) Transient.set(Transient.SUCCESS, false);',
  ],
  ['IntentWallet', '', 'strict && !done && failed != 0', 'strict && !done && failed == 1'],
  [
    'IntentWallet',
    '',
    'c.delegateCall && to != ROUTER && to != SHIM',
    'c.delegateCall && to != ROUTER && to != SHIM && to != FACTORY',
  ],
  [
    'IntentWallet',
    '',
    'gasLimit == 0 && c.behaviorOnError != REVERT',
    'gasLimit == 0 && c.behaviorOnError != REVERT && !c.onlyFallback',
  ],
  ['IntentWallet', 'function _call', 'c.data.length != 0', 'c.data.length > 3'],
  ['IntentWallet', '', 'gasleft() < needed', '!c.delegateCall && gasleft() < needed'],
  [
    'IntentWallet',
    '',
    'if (!c.delegateCall) return Calls.call(to, c.value, data, gasLimit);',
    'if (!c.delegateCall) return Calls.call(to, c.value, data, c.onlyFallback ? gasleft() : gasLimit);',
  ],
]

export const guest: readonly ContractMutant[] = [
  ['IntentGuest', '', 'serial <= shown', 'serial <= shown && validUntil >= grants[relayer].validUntil'],
  [
    'IntentGuest',
    '',
    '!Signatures.isValid(SIGNER, digest, signature)',
    '!Signatures.isValid(SIGNER, digest, signature) && msg.sender != SIGNER',
  ],
  [
    'IntentGuest',
    'function deployAndExecuteAsExecutor',
    '_requireGrant(_granted(), msg.sender);',
    '_requireGrant(_granted() || block.timestamp >= config.openAt, msg.sender);',
  ],
  [
    'IntentGuest',
    '',
    'bytes4(execution) == IntentWallet.executeAsExecutor.selector',
    'bytes4(execution) == IntentWallet.executeAsExecutor.selector && !granted',
  ],
  ['IntentGuest', 'bool granted = ', '_granted()', '_granted() || executions.length == 1'],
  ['IntentGuest', '', 'msg.sender.code.length == 0', '(msg.sender.code.length == 0 || msg.sender.code.length == 23)'],
  [
    'IntentGuest',
    '} else if (',
    'selector != IntentWallet.refund.selector',
    'selector != IntentWallet.refund.selector && selector != IntentWallet.domainSeparator.selector',
  ],
  ['IntentGuest', '', 'gasLimit * 64 / 63 + GAS_RESERVE', 'gasLimit + GAS_RESERVE'],
  [
    'IntentGuest',
    '',
    'bytes4(reason) != IntentEntrypoint.NonceUsed.selector || !_arrived(deposit)',
    '!_arrived(deposit)',
  ],
  [
    'IntentGuest',
    '',
    'Tokens.balanceOf(d.token, d.intentAddress) >= d.amount',
    'Tokens.balanceOf(d.token, d.user) >= d.amount',
  ],
  [
    'IntentGuest',
    '',
    'wallet != Clones.addressOf(address(FACTORY), imageHash, CLONE_HASH)',
    'deposit.length != 0 && wallet != Clones.addressOf(address(FACTORY), imageHash, CLONE_HASH)',
  ],
  [
    'IntentGuest',
    'function _forward',
    'if (!ok) Calls.bubble(reason);',
    'if (!ok && reason.length != 0) Calls.bubble(reason);',
  ],
  ['IntentWalletFactory', '', 'config.openAt < config.refundAt ? config.openAt : config.refundAt', 'config.openAt'],
  ['IntentWalletFactory', '', isFirst, 'msg.sender != config.executor && tx.origin != config.owner'],
]

export const entrypoint: readonly ContractMutant[] = [
  [
    'IntentEntrypoint',
    'function _requireConsent',
    'msg.sender != deposit.user',
    'msg.sender != deposit.user && msg.sender != deposit.feeCollector',
  ],
  [
    'IntentEntrypoint',
    '',
    '_requireSigned(deposit.user, Permits.authorizationDigest(deposit.token, deposit.user, total, deposit.deadline, nonce), signature);',
    'if (deposit.user.code.length == 0) _requireSigned(deposit.user, Permits.authorizationDigest(deposit.token, deposit.user, total, deposit.deadline, nonce), signature);',
  ],
  [
    'IntentEntrypoint',
    'function depositToIntentWithDaiPermit',
    'deposit.nonce >= REVOKES &&',
    'permit.revocation.length != 0 &&',
  ],
  [
    'IntentEntrypoint',
    'function depositToIntentWithDaiPermit',
    'address(this)) != 0)',
    'address(this)) > deposit.amount)',
  ],
  ['IntentEntrypoint', 'function _useNonce', '1 << (nonce & 0xff);', '1 << (nonce & 0x7f);'],
  ['IntentEntrypoint', 'function _useNonce', 'if (nonce >= REVOKES) nonce -= REVOKES;', ';'],
  [
    'IntentEntrypoint',
    '',
    'block.timestamp > deposit.deadline',
    'block.timestamp > deposit.deadline && msg.sender != deposit.user',
  ],
  ['IntentEntrypoint', '', 'received != amount', 'received < amount'],
  ['IntentEntrypoint', '', 'deposit.feeAmount != 0', 'deposit.feeAmount != 0 && deposit.feeCollector != deposit.user'],
  ['lib/Permits', 'function tryPermit(', 'p.signature.length == 65', 'p.signature.length >= 65'],
  ['lib/Permits', '', 'Calls.callCode(target, 0, data, GAS_MAX)', 'Calls.call(target, 0, data, GAS_MAX)'],
  [
    'lib/Permits',
    'function tryPermit2',
    'Calls.call(PERMIT2, 0, data, GAS_MAX);',
    'Calls.call(PERMIT2, 0, data, gasleft());',
  ],
]

export const router: readonly ContractMutant[] = [
  [
    'IntentRouter',
    '',
    'if (!_listed(outputs, token)) _giveBack(token, 0);',
    'if (!_listed(outputs, token) && steps.length != 0) _giveBack(token, 0);',
  ],
  ['IntentRouter', '_giveBack(token, 0);', 'i < outputs.length;', 'i < outputs.length && i < 9;'],
  [
    'IntentRouter',
    '',
    'Forbidden.call(step.target, selector)',
    'Forbidden.call(step.target, selector) && step.data.length < 1000',
  ],
  ['IntentRouter', '', 'step.value != 0 && input', 'step.value != 0 && step.value != ALL && input'],
  [
    'IntentRouter',
    '',
    'step.token != input && !_listed(outputs, step.token)',
    'step.token != input && step.spender != address(0) && !_listed(outputs, step.token)',
  ],
  ['IntentRouter', '', 'token == Tokens.NATIVE || minAmount == 0', 'token == Tokens.NATIVE || minAmount < amount'],
  ['IntentRouter', '', '_send(token, receiver, amount, amount);', '_send(token, receiver, amount, 0);'],
  [
    'IntentRouter',
    '',
    'Tokens.transfer(token, collector, amount);',
    'Tokens.transfer(token, collector, amount > Tokens.balanceOf(token, address(this)) ? Tokens.balanceOf(token, address(this)) : amount);',
  ],
  [
    'IntentRouter',
    'function injectAndCall',
    'if (approves) Tokens.resetAllowance(token, spender);',
    'if (approves && minAmount != 0) Tokens.resetAllowance(token, spender);',
  ],
  [
    'IntentRouter',
    '',
    '!Transient.get(Transient.ROUTER_LOCK)',
    '!Transient.get(Transient.ROUTER_LOCK) && msg.sender.code.length == 0',
  ],
  ['IntentRouter', 'function _giveBack', 'amount != 0', 'amount > minAmount'],
  ['lib/Injection', '', 'i < offsets.length;', 'i < offsets.length && i < 2;'],
  ['lib/Injection', '', 'found != PLACEHOLDER', 'found != PLACEHOLDER && found != 0'],
]

export const libraries: readonly ContractMutant[] = [
  [
    'lib/IntentTypes',
    '',
    'calls[i].to == token || (token == address(0) && calls[i].value != 0)',
    'token == address(0) && calls[i].value != 0',
  ],
  [
    'lib/IntentTypes',
    '',
    'calls[i].to == token || (token == address(0) && calls[i].value != 0)',
    'calls[i].to == token',
  ],
  ['lib/IntentTypes', 'function names', 'i < calls.length && !found;', 'i < calls.length && i < 7 && !found;'],
  [
    'lib/IntentTypes',
    'function hashBatch',
    'keccak256(c.data)',
    'keccak256(c.data[:c.data.length > 512 ? 512 : c.data.length])',
  ],
  ['lib/Signatures', '', 'signature.length == 65 && signer != address(0)', 'signature.length == 65'],
  ['lib/Signatures', '', 'uint256(s) <= S_MAX && ecrecover', 'ecrecover'],
  [
    'lib/Tokens',
    '',
    'result.length >= 32 && abi.decode(result, (uint256)) == 1',
    'result.length >= 32 && abi.decode(result, (uint256)) != 0',
  ],
  ['lib/Tokens', 'function transfer(', 'Calls.call(to, amount, "", gasleft());', 'Calls.call(to, amount, "", 2300);'],
  ['lib/Tokens', '', 'result.length == 0', 'result.length < 32'],
]
