// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const devnetPriceFeedAbi = [
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "description_",
        "type": "string"
      },
      {
        "internalType": "int256",
        "name": "answer",
        "type": "int256"
      },
      {
        "internalType": "address",
        "name": "keeper_",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint80",
        "name": "roundId",
        "type": "uint80"
      }
    ],
    "name": "NoSuchRound",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotKeeper",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "int256",
        "name": "current",
        "type": "int256"
      },
      {
        "indexed": true,
        "internalType": "uint256",
        "name": "roundId",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "updatedAt",
        "type": "uint256"
      }
    ],
    "name": "AnswerUpdated",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "description",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint80",
        "name": "roundId",
        "type": "uint80"
      }
    ],
    "name": "getRoundData",
    "outputs": [
      {
        "internalType": "uint80",
        "name": "",
        "type": "uint80"
      },
      {
        "internalType": "int256",
        "name": "",
        "type": "int256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint80",
        "name": "",
        "type": "uint80"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "keeper",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "latestAnswer",
    "outputs": [
      {
        "internalType": "int256",
        "name": "",
        "type": "int256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "latestRound",
    "outputs": [
      {
        "internalType": "uint80",
        "name": "",
        "type": "uint80"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "latestRoundData",
    "outputs": [
      {
        "internalType": "uint80",
        "name": "",
        "type": "uint80"
      },
      {
        "internalType": "int256",
        "name": "",
        "type": "int256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint80",
        "name": "",
        "type": "uint80"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "latestTimestamp",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "int256",
        "name": "answer",
        "type": "int256"
      }
    ],
    "name": "update",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "version",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const devnetPriceFeedBytecode =
  '0x60a060405234801561000f575f5ffd5b5060405161099138038061099183398101604081905261002e91610137565b6001600160a01b0381166080525f6100468482610283565b5061005082610058565b505050610374565b600180545f91908290610073906001600160501b031661033d565b82546001600160501b038083166101009490940a848102910219909116179092556040805180820182528581524260208083018281525f8681526002909252908490209251835551600192909201919091559051929350909184917f0559884fd3a460db3073b7fc896cc77986f16e378210ded43186175bf646fc5f916100fc91815260200190565b60405180910390a35050565b634e487b7160e01b5f52604160045260245ffd5b80516001600160a01b0381168114610132575f5ffd5b919050565b5f5f5f60608486031215610149575f5ffd5b83516001600160401b0381111561015e575f5ffd5b8401601f8101861361016e575f5ffd5b80516001600160401b0381111561018757610187610108565b604051601f8201601f19908116603f011681016001600160401b03811182821017156101b5576101b5610108565b6040528181528282016020018810156101cc575f5ffd5b8160208401602083015e5f60209282018301529086015190945092506101f690506040850161011c565b90509250925092565b600181811c9082168061021357607f821691505b60208210810361023157634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561027e57805f5260205f20601f840160051c8101602085101561025c5750805b601f840160051c820191505b8181101561027b575f8155600101610268565b50505b505050565b81516001600160401b0381111561029c5761029c610108565b6102b0816102aa84546101ff565b84610237565b6020601f8211600181146102e2575f83156102cb5750848201515b5f19600385901b1c1916600184901b17845561027b565b5f84815260208120601f198516915b8281101561031157878501518255602094850194600190920191016102f1565b508482101561032e57868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b5f6001600160501b0382166002600160501b0319810161036b57634e487b7160e01b5f52601160045260245ffd5b60010192915050565b6080516105fe6103935f395f81816101de015261024501526105fe5ff3fe608060405234801561000f575f5ffd5b50600436106100b9575f3560e01c80637284e416116100725780639a6fc8f5116100585780639a6fc8f51461018f578063aced1661146101d9578063feaf968c14610225575f5ffd5b80637284e416146101565780638205bf6a1461016b575f5ffd5b806354fd4d50116100a257806354fd4d50146101085780636299a6ef14610110578063668a0f0214610125575f5ffd5b8063313ce567146100bd57806350d25bcd146100dc575b5f5ffd5b6100c5600881565b60405160ff90911681526020015b60405180910390f35b60015469ffffffffffffffffffff165f908152600260205260409020545b6040519081526020016100d3565b6100fa600481565b61012361011e3660046104be565b61022d565b005b60015461013b9069ffffffffffffffffffff1681565b60405169ffffffffffffffffffff90911681526020016100d3565b61015e6102af565b6040516100d391906104d5565b6001805469ffffffffffffffffffff165f90815260026020526040902001546100fa565b6101a261019d366004610528565b61033a565b6040805169ffffffffffffffffffff968716815260208101959095528401929092526060830152909116608082015260a0016100d3565b6102007f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016100d3565b6101a26103d5565b3373ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016146102a3576040517fccf79b670000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b6102ac81610408565b50565b5f80546102bb90610558565b80601f01602080910402602001604051908101604052809291908181526020018280546102e790610558565b80156103325780601f1061030957610100808354040283529160200191610332565b820191905f5260205f20905b81548152906001019060200180831161031557829003601f168201915b505050505081565b69ffffffffffffffffffff81165f9081526002602090815260408083208151808301909252805482526001015491810182905282918291829182919082036103bc576040517fbfb84ac000000000000000000000000000000000000000000000000000000000815269ffffffffffffffffffff8816600482015260240161029a565b8051602090910151969790969550859450879350915050565b6001545f9081908190819081906103f79069ffffffffffffffffffff1661033a565b945094509450945094509091929394565b600180545f919082906104269069ffffffffffffffffffff166105a9565b825469ffffffffffffffffffff8083166101009490940a848102910219909116179092556040805180820182528581524260208083018281525f8681526002909252908490209251835551600192909201919091559051929350909184917f0559884fd3a460db3073b7fc896cc77986f16e378210ded43186175bf646fc5f916104b291815260200190565b60405180910390a35050565b5f602082840312156104ce575f5ffd5b5035919050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b5f60208284031215610538575f5ffd5b813569ffffffffffffffffffff81168114610551575f5ffd5b9392505050565b600181811c9082168061056c57607f821691505b6020821081036105a3577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b5f69ffffffffffffffffffff821669ffffffffffffffffffff81036105f5577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b6001019291505056' as const
