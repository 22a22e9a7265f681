// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title A price feed with the AggregatorV3 interface, written to by a keeper.
/// @notice Every answer is a new round, so that a reader who asks for an old round gets what was true then.
contract DevnetPriceFeed {
    error NotKeeper(address account);
    error NoSuchRound(uint80 roundId);

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    uint8 public constant decimals = 8;
    uint256 public constant version = 4;
    string public description;
    address public immutable keeper;
    uint80 public latestRound;
    mapping(uint80 roundId => Round) private _rounds;

    constructor(string memory description_, int256 answer, address keeper_) {
        keeper = keeper_;
        description = description_;
        _write(answer);
    }

    function update(int256 answer) external {
        if (msg.sender != keeper) revert NotKeeper(msg.sender);
        _write(answer);
    }

    /// @notice The older reading that Aave's oracle uses.
    function latestAnswer() external view returns (int256) {
        return _rounds[latestRound].answer;
    }

    function latestTimestamp() external view returns (uint256) {
        return _rounds[latestRound].updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(latestRound);
    }

    function getRoundData(uint80 roundId) public view returns (uint80, int256, uint256, uint256, uint80) {
        Round memory round = _rounds[roundId];
        if (round.updatedAt == 0) revert NoSuchRound(roundId);
        return (roundId, round.answer, round.updatedAt, round.updatedAt, roundId);
    }

    function _write(int256 answer) private {
        uint80 roundId = ++latestRound;
        _rounds[roundId] = Round(answer, block.timestamp);
        emit AnswerUpdated(answer, roundId, block.timestamp);
    }
}
