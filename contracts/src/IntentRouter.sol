// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Calls, Tokens} from "./lib/Tokens.sol";
import {Forbidden} from "./lib/Forbidden.sol";
import {Injection} from "./lib/Injection.sol";
import {Transient} from "./lib/Transient.sol";
import {Version} from "./lib/Version.sol";

/// @notice One call of a run: a swap, a wrap, a bridge deposit.
struct Step {
    address target;
    /// @dev Native token sent along. `type(uint256).max`: all that the router holds.
    uint256 value;
    /// @dev What is approved and measured; zero address: native.
    address token;
    /// @dev Gets an allowance of `amount` for the length of this step; zero address: nobody.
    address spender;
    /// @dev What is approved and injected. `type(uint256).max`: all that the router holds of `token`.
    uint256 amount;
    /// @dev Where in `data` the placeholder stands that `amount` replaces; mostly none or one.
    uint256[] offsets;
    bytes data;
}

/// @notice A token that goes back to the caller after the steps, all of it, and at least `minAmount`.
struct Output {
    address token;
    uint256 minAmount;
}

/// @title IntentRouter
/// @notice Two things under one address.
///
/// `run`, called: the constant `from` of swaps and bridges. Pulls exactly the stated amount from its caller, runs the steps, gives back
/// everything that is left of the listed tokens.
///
/// The helpers, delegate-called by a wallet: move the wallet's own balances. Called directly they revert.
///
/// @dev Why arbitrary targets are safe here, although wallets give this contract allowances:
/// - The allowance a wallet gives (through the shim) is for exactly `amount`, and `run` pulls all of it before the first step. While a
///   foreign target runs, nobody's allowance to the router is open; after the run none is left.
/// - The router keeps nothing between runs, so what a step can move is what its own caller brought in. The lock (transient) keeps a target
///   from starting a second run while the first one's money is here, whoever asks: another wallet, its owner, or the target itself.
/// - A step acts in the router's name, which every run shares. So it may call neither Permit2 nor the ERC-1820 registry, nor any function
///   of `Forbidden`: approvals, operators and managers of the token and lending standards, and transfers from third parties. The
///   router makes its own approvals, exact, and takes them back after the step. It signs nothing, so permits cannot be made in its name.
/// - That list is by function: it cannot know what an unknown target keeps under a name of its own, or inside its own multicall. Such a
///   trace moves nothing by itself, for the router is empty between runs. In a later run of the same token, by somebody who also gets
///   control in it, it can take what the minimum outputs leave, or make the run fail. So minimums are exact, and a failed run is not the end.
/// - Whatever a hostile token or pool inside a route takes, the minimum outputs and the amounts fixed in bridge calls make the run revert.
/// Nothing here is owned, upgraded, paused or configured.
contract IntentRouter is Version {
    /// @notice Means "all that there is" for `Step.value`, `Step.amount`, and the shim's `amount`.
    uint256 public constant ALL = type(uint256).max;

    /// @notice What call data carries where a measured amount will be written.
    uint256 public constant PLACEHOLDER = Injection.PLACEHOLDER;

    address private immutable SELF = address(this);

    /// @notice `run` was delegate-called; it has to be called.
    error CallOnly();
    /// @notice A helper was called; it has to be delegate-called by a wallet.
    error DelegateCallOnly();
    /// @notice The value sent is not the amount stated (native), or value came along with a token.
    error WrongValue(uint256 expected, uint256 sent);
    /// @notice Pulling `amount` brought in only `received`: a token that takes a fee, or rounds.
    error ReceivedTooLittle(address token, uint256 amount, uint256 received);
    /// @notice A step uses a token that would not be given back: list it as an output.
    error UnlistedToken(uint256 step, address token);
    /// @notice A step may not call this function of this target in the router's name.
    error ForbiddenCall(uint256 step, address target, bytes4 selector);
    /// @notice A step failed, with its reason (`NoCode`: there is no contract).
    error StepFailed(uint256 step, bytes reason);
    /// @notice A reason, never an error of its own: call data for an address without code. `Calls` writes it; here it joins the ABI.
    error NoCode(address target);
    /// @notice Less came out, or is there, than was asked for.
    error AmountTooLow(address token, uint256 minAmount, uint256 amount);
    /// @notice The batch's main action did not go through, so no fee is due.
    error NotSucceeded();
    /// @notice Native token from outside a run would be stranded here.
    error Unexpected(address from, uint256 value);
    /// @notice The target of an injected call failed, with its reason (`NoCode`: there is no contract).
    error TargetFailed(address target, bytes reason);

    modifier onlyDelegateCall() {
        if (address(this) == SELF) revert DelegateCallOnly();
        _;
    }

    /// @dev Unwrapping a wrapped native token pays out here in the middle of a run.
    receive() external payable {
        if (!Transient.get(Transient.ROUTER_LOCK)) revert Unexpected(msg.sender, msg.value);
    }

    /// @notice Takes `amount` of `token` from the caller, runs `steps`, returns what is left of `token` and all of each output to the caller.
    /// @param token Zero address: native, sent along as value.
    /// @param outputs Every token that the steps touch or produce, with the least that must come back. A produced token that is not listed
    /// stays behind and belongs to whoever asks next.
    function run(address token, uint256 amount, Step[] calldata steps, Output[] calldata outputs) external payable {
        if (address(this) != SELF) revert CallOnly();
        Transient.lock(Transient.ROUTER_LOCK);
        _pull(token, amount);
        for (uint256 i; i < steps.length; ++i) {
            _step(steps[i], i, token, outputs);
        }
        if (!_listed(outputs, token)) _giveBack(token, 0);
        for (uint256 i; i < outputs.length; ++i) {
            _giveBack(outputs[i].token, outputs[i].minAmount);
        }
        Transient.unlock(Transient.ROUTER_LOCK);
    }

    /// @notice Sends the wallet's whole balance of `token` to `receiver`; fails if less than `minAmount` is there or arrives.
    function sweep(address token, address receiver, uint256 minAmount) external onlyDelegateCall {
        _send(token, receiver, Tokens.balanceOf(token, address(this)), minAmount);
    }

    /// @notice Sends exactly `amount` to `receiver`: an exact output. What is left is another call's matter, so that it cannot undo this one.
    function pay(address token, address receiver, uint256 amount) external onlyDelegateCall {
        uint256 balance = Tokens.balanceOf(token, address(this));
        if (balance < amount) revert AmountTooLow(token, amount, balance);
        _send(token, receiver, amount, amount);
    }

    /// @notice Pays the fee, exactly `amount`, if the main action of this batch went through; reverts otherwise, which raises the error flag.
    function payFeeIfSucceeded(address token, uint256 amount, address collector) external onlyDelegateCall {
        if (!Transient.get(Transient.SUCCESS)) revert NotSucceeded();
        Tokens.transfer(token, collector, amount);
    }

    /// @notice Measures the wallet's balance of `token`, writes it into `data`, approves exactly it, calls, takes the approval back.
    /// @param target Called by the wallet itself (`msg.sender` is the wallet).
    /// @param spender Gets the allowance for the length of the call; zero address: nobody. Ignored for the native token.
    /// @param value Native token sent along. `ALL`: the wallet's whole native balance.
    /// @param minAmount The least the balance must be.
    /// @param offsets Where the placeholder stands in `data`.
    function injectAndCall(
        address token,
        address target,
        address spender,
        uint256 value,
        uint256 minAmount,
        uint256[] calldata offsets,
        bytes calldata data
    ) external onlyDelegateCall {
        uint256 amount = Tokens.balanceOf(token, address(this));
        if (amount < minAmount) revert AmountTooLow(token, minAmount, amount);
        bool approves = spender != address(0) && token != Tokens.NATIVE;
        if (approves) Tokens.approve(token, spender, amount);
        (bool ok, bytes memory reason) =
            Calls.callCode(target, value == ALL ? address(this).balance : value, Injection.inject(data, offsets, amount), gasleft());
        if (!ok) revert TargetFailed(target, reason);
        if (approves) Tokens.resetAllowance(token, spender);
        Transient.set(Transient.SUCCESS, true);
    }

    function _pull(address token, uint256 amount) private {
        if (token == Tokens.NATIVE) {
            if (msg.value != amount) revert WrongValue(amount, msg.value);
            return;
        }
        if (msg.value != 0) revert WrongValue(0, msg.value);
        uint256 before = Tokens.balanceOf(token, address(this));
        Tokens.transferFrom(token, msg.sender, address(this), amount);
        uint256 received = Tokens.balanceOf(token, address(this)) - before;
        if (received < amount) revert ReceivedTooLittle(token, amount, received);
    }

    function _step(Step calldata step, uint256 index, address input, Output[] calldata outputs) private {
        _check(step, index, input, outputs);
        uint256 amount = step.amount == ALL ? Tokens.balanceOf(step.token, address(this)) : step.amount;
        uint256 value = step.value == ALL ? address(this).balance : step.value;
        bool approves = step.spender != address(0) && step.token != Tokens.NATIVE;
        if (approves) Tokens.approve(step.token, step.spender, amount);
        (bool ok, bytes memory reason) = Calls.callCode(step.target, value, Injection.inject(step.data, step.offsets, amount), gasleft());
        if (!ok) revert StepFailed(index, reason);
        if (approves) Tokens.resetAllowance(step.token, step.spender);
    }

    function _check(Step calldata step, uint256 index, address input, Output[] calldata outputs) private pure {
        if (step.token != input && !_listed(outputs, step.token)) revert UnlistedToken(index, step.token);
        if (step.value != 0 && input != Tokens.NATIVE && !_listed(outputs, Tokens.NATIVE)) {
            revert UnlistedToken(index, Tokens.NATIVE);
        }
        bytes4 selector = bytes4(step.data);
        if (Forbidden.call(step.target, selector)) revert ForbiddenCall(index, step.target, selector);
    }

    function _listed(Output[] calldata outputs, address token) private pure returns (bool) {
        for (uint256 i; i < outputs.length; ++i) {
            if (outputs[i].token == token) return true;
        }
        return false;
    }

    function _giveBack(address token, uint256 minAmount) private {
        uint256 amount = Tokens.balanceOf(token, address(this));
        if (amount < minAmount) revert AmountTooLow(token, minAmount, amount);
        if (amount != 0) Tokens.transfer(token, msg.sender, amount);
    }

    /// @dev For tokens the arrival is measured: a fee on transfer must not pass for a delivery. A receiver of native token may pass it on at
    /// once, so there only the sending counts.
    function _send(address token, address receiver, uint256 amount, uint256 minAmount) private {
        if (amount < minAmount) revert AmountTooLow(token, minAmount, amount);
        if (amount == 0) return;
        if (token == Tokens.NATIVE || minAmount == 0) {
            Tokens.transfer(token, receiver, amount);
            return;
        }
        uint256 before = Tokens.balanceOf(token, receiver);
        Tokens.transfer(token, receiver, amount);
        uint256 arrived = Tokens.balanceOf(token, receiver) - before;
        if (arrived < minAmount) revert AmountTooLow(token, minAmount, arrived);
    }
}
